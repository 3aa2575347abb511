"""python -m hitmask VERB ... runs the command-line tool of hitmask.

The tool is the program that the environment variable HITMASK names. Without HITMASK, it is the
first `hitmask` in PATH.
"""

import os
import shutil
import subprocess
import sys


def main():
    tool = os.environ.get("HITMASK") or shutil.which("hitmask")
    if not tool:
        sys.exit("hitmask: error: the tool is not installed: there is no `hitmask` in PATH, and "
                 "HITMASK does not name it")
    try:
        return subprocess.run([tool, *sys.argv[1:]]).returncode
    except OSError as error:
        sys.exit(f"hitmask: error: {tool}: {error.strerror}")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
