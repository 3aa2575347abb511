"""hitmask_pack - bakes a pack of collision masks in shards and merges them

    load("//:hitmask.bzl", "hitmask_pack")

    hitmask_pack(
        name = "game",              # bazel-bin/.../game.hmk
        srcs = glob(["art/**"]),
        root = "art",               # names are paths relative to this; default: this package
        shards = 4,                 # the number of actions; each may run on any machine
        options = ["--cell", "4"],
    )

Each action declares all files that it reads, by paths relative to the execution root. Its output
depends on nothing else, so actions may run on remote machines and use a shared cache. The attribute
`hitmask` is the program. By default it is the program of a repository @hitmask, for example:

    new_local_repository(
        name = "hitmask",
        path = "/usr/local",
        build_file_content = 'exports_files(["bin/hitmask"])',
    )

Bazel as packaged by Debian encodes file names that are not ASCII twice in the files with arguments.
hitmask then does not find these files.
"""

def _folder(ctx):
    parts = [ctx.label.workspace_root, ctx.label.package, ctx.attr.root]
    return "/".join([part for part in parts if part]) or "."

def _run(ctx, command, output, inputs, arguments):
    ctx.actions.run(
        executable = ctx.executable.hitmask,
        arguments = [command, "--no-summary", "-o", output.path] + arguments,
        inputs = inputs,
        outputs = [output],
        mnemonic = "Hitmask" + command.capitalize(),
        progress_message = "hitmask %s %s" % (command, output.short_path),
    )

def _bake(ctx, output, shard):
    words = ctx.actions.args()
    words.set_param_file_format("multiline")
    words.use_param_file("@%s", use_always = True)
    words.add_all(ctx.attr.options)
    words.add("--root", _folder(ctx))
    words.add("--allow-outside")  # a sandbox has links to the files, and confines the action itself
    words.add_all(shard)
    words.add("--")
    words.add_all(ctx.files.srcs)
    _run(ctx, "bake", output, ctx.files.srcs, [words])

def _hitmask_pack(ctx):
    count = ctx.attr.shards
    pack = ctx.actions.declare_file(ctx.label.name + ".hmk")
    if count <= 1:
        _bake(ctx, pack, [])
        return [DefaultInfo(files = depset([pack]))]
    shards = []
    for i in range(1, count + 1):
        shard = ctx.actions.declare_file("%s-%d-of-%d.hmk" % (ctx.label.name, i, count))
        _bake(ctx, shard, ["--shard", "%d/%d" % (i, count)])
        shards.append(shard)
    _run(ctx, "merge", pack, shards, [shard.path for shard in shards])
    return [DefaultInfo(files = depset([pack]))]

hitmask_pack = rule(
    implementation = _hitmask_pack,
    doc = "Bakes art into one pack, in shards that may run on several machines.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "pictures, atlases, pages, documents"),
        "root": attr.string(doc = "the folder in this package that names of sprites are relative to"),
        "shards": attr.int(default = 1, doc = "the number of actions that bake"),
        "options": attr.string_list(doc = "options of hitmask bake"),
        "hitmask": attr.label(
            default = "@hitmask//:bin/hitmask",
            allow_single_file = True,
            executable = True,
            cfg = "exec",
            doc = "the program hitmask",
        ),
    },
)
