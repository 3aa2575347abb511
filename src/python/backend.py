"""backend.py - builds the wheel and the sdist of hitmask, with a C compiler and Python alone

It is a build backend as PEP 517 describes one, for `pip install` of the sdist, and a program for the
Makefile:

    python3 backend.py FOLDER      writes the sdist and the wheel to FOLDER

The compiler is $CC, with $CFLAGS and $LDFLAGS. Equal sources give equal bytes: archives have no
times, users or folders of the machine that they are made on.
"""

import ast
import base64
import concurrent.futures
import gzip
import hashlib
import importlib.util
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))  # of the sources: in a sdist they lie as here
LIMITED_API = "0x030B0000"  # Python 3.11: the first whose stable ABI has buffers
TIME = (1980, 1, 1, 0, 0, 0)  # the first one that a zip can tell


def read(*path):
    with open(os.path.join(ROOT, *path), "rb") as file:
        return file.read()


def files_of(folder, *endings):
    return [f"{folder}/{name}" for name in sorted(os.listdir(os.path.join(ROOT, folder)))
            if name.endswith(endings)]


def version():
    header = read("include", "hitmask.h").decode()
    return ".".join(re.search(rf"#define HM_VERSION_{part} +(\d+)", header)[1]
                    for part in ("MAJOR", "MINOR", "PATCH"))


def metadata():
    return (f"Metadata-Version: 2.1\n"
            f"Name: hitmask\n"
            f"Version: {version()}\n"
            f"Summary: Pixel-perfect collision between sprites: what pygame.mask answers, and more\n"
            f"License: MIT\n"
            f"Requires-Python: >=3.11\n"
            f"Description-Content-Type: text/markdown\n"
            f"\n").encode() + read("src", "python", "README.md")


# ---- The extension ---------------------------------------------------------------------------


def compile_extension(folder):
    """Returns the path of the extension that it builds in a folder."""
    compiler = shlex.split(os.environ.get("CC") or "cc")
    include = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(include, "Python.h")):
        sys.exit(f"error: there is no {include}/Python.h: install the headers of Python, "
                 "the package python3-dev of Debian ('make deps wheel')")
    # Nothing of the runtime is seen from outside the extension.
    flags = ["-std=c11", "-fPIC", "-fvisibility=hidden", "-DHM_API=",
             f"-DPy_LIMITED_API={LIMITED_API}", f"-I{ROOT}/include", "-isystem", include,
             *shlex.split(os.environ.get("CFLAGS") or "-O2")]

    def compile_one(source):
        name = os.path.join(folder, source.replace("/", "-")[:-2] + ".o")
        subprocess.run([*compiler, *flags, "-c", os.path.join(ROOT, source), "-o", name],
                       check=True)
        return name

    try:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            sources = files_of("src", ".c") + files_of("src/python", ".c")
            objects = list(pool.map(compile_one, sources))
        path = os.path.join(folder, "_core.abi3.so")
        # A Mac finds what Python has when it loads the extension.
        system = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else \
            ["-shared", "-Wl,-s"]
        subprocess.run([*compiler, *system, *objects, "-o", path,
                        *shlex.split(os.environ.get("LDFLAGS") or "")], check=True)
    except FileNotFoundError:
        sys.exit(f"error: there is no C compiler '{compiler[0]}': set CC, or install one")
    except subprocess.CalledProcessError as error:
        sys.exit(f"error: {compiler[0]} failed with status {error.returncode}")
    return path


def platform_tag(extension):
    """The systems that can load the extension: of glibc, those with what it asks for."""
    plain = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    with open(extension, "rb") as file:
        needed = re.findall(rb"GLIBC_(\d+)\.(\d+)", file.read())
    if not plain.startswith("linux_") or not needed:
        return plain
    newest = max([(2, 17), *((int(major), int(minor)) for major, minor in needed)])
    machine = plain[len("linux_"):]
    tag = f"manylinux_{newest[0]}_{newest[1]}_{machine}"
    return f"{tag}.manylinux2014_{machine}" if newest == (2, 17) else tag


# ---- The stub ------------------------------------------------------------------------------------


def import_package(folder, contents):
    """Imports the package of {name: bytes}, which it writes to a folder."""
    for name, data in contents.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    spec = importlib.util.spec_from_file_location(
        "hitmask", os.path.join(folder, "hitmask", "__init__.py"))
    package = sys.modules["hitmask"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    return package


def with_docstrings(stub, package):
    """Returns the stub with the docstrings of the package: an editor shows no others."""
    def describe(nodes, owner):
        for node in nodes:
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("__"):
                continue
            thing = getattr(owner, node.name)
            text = inspect.getdoc(thing)
            if text and not ast.get_docstring(node):
                node.body.insert(0, ast.Expr(ast.Constant(text)))
            if isinstance(node, ast.ClassDef):
                describe(node.body, thing)

    tree = ast.parse(stub)
    describe(tree.body, package)
    return (ast.unparse(tree) + "\n").encode()


# ---- The wheel ----------------------------------------------------------------------------------


def write_wheel(path, contents, information):
    """Writes a wheel of {name: bytes}; RECORD has the digest of each file."""
    record = io.StringIO()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, data):
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            archive.writestr(entry, data)

        for name, data in sorted(contents.items()):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.write(f"{name},sha256={digest},{len(data)}\n")
            add(name, data)
        record.write(f"{information}/RECORD,,\n")
        add(f"{information}/RECORD", record.getvalue())


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel and returns its name."""
    with tempfile.TemporaryDirectory() as folder:
        extension = compile_extension(folder)
        with open(extension, "rb") as file:
            contents = {"hitmask/_core.abi3.so": file.read()}
        tag = f"cp311-abi3-{platform_tag(extension)}"
    for name in files_of("src/python/hitmask", ".py", ".pyi", ".typed"):
        contents[name[len("src/python/"):]] = read(name)
    with tempfile.TemporaryDirectory() as folder:
        stub = contents["hitmask/__init__.pyi"]
        contents["hitmask/__init__.pyi"] = with_docstrings(stub, import_package(folder, contents))
    information = f"hitmask-{version()}.dist-info"
    contents[f"{information}/METADATA"] = metadata()
    contents[f"{information}/LICENSE"] = read("LICENSE")
    head, _, systems = tag.rpartition("-")
    tags = "".join(f"Tag: {head}-{system}\n" for system in systems.split("."))
    contents[f"{information}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: hitmask {version()}\nRoot-Is-Purelib: false\n"
        f"{tags}").encode()
    name = f"hitmask-{version()}-{tag}.whl"
    write_wheel(os.path.join(wheel_directory, name), contents, information)
    return name


# ---- The sdist ------------------------------------------------------------------------------------


def build_sdist(sdist_directory, config_settings=None):
    """Writes the sources that this file needs, laid out as in the repository; returns the name."""
    name = f"hitmask-{version()}"
    contents = {"PKG-INFO": metadata(),
                "pyproject.toml": read("src", "python", "pyproject.toml")
                .replace(b'["."]', b'["src/python"]')}
    for path in (["LICENSE"] + files_of("include", ".h") + files_of("src", ".c", ".h") +
                 files_of("src/python", ".c", ".h", ".py", ".md") +
                 files_of("src/python/hitmask", ".py", ".pyi", ".typed")):
        contents[path] = read(path)
    path = os.path.join(sdist_directory, f"{name}.tar.gz")
    with open(path, "wb") as file, \
            gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed, \
            tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive:
        for inside, data in sorted(contents.items()):
            entry = tarfile.TarInfo(f"{name}/{inside}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return os.path.basename(path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER")
    os.makedirs(sys.argv[1], exist_ok=True)
    for build in (build_sdist, build_wheel):
        print(os.path.join(sys.argv[1], build(sys.argv[1])))
