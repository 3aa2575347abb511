"""hitmask_pack - a pack of collision masks, baked in shards and merged

    load("//:hitmask.bzl", "hitmask_pack")

    hitmask_pack(
        name = "game",              # bazel-bin/.../game.hmk
        srcs = glob(["art/**"]),
        root = "art",               # names are paths from here; by default from this package
        shards = 4,                 # as many actions, each on any machine
        options = ["--cell", "4"],
    )

Each action declares what it reads, names it by paths from the execution root, and writes bytes that
depend on nothing else: they may run remotely and be cached for everyone. The program is the
file `hitmask`, by default that of a repository @hitmask, as in

    new_local_repository(
        name = "hitmask",
        path = "/usr/local",
        build_file_content = 'exports_files(["bin/hitmask"])',
    )

Debian's Bazel encodes names that are not ASCII twice where it writes them for the action to read:
such a file is then not found.
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
    doc = "Bakes art into one pack, in shards on as many machines as there are.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "pictures, atlases, pages, documents"),
        "root": attr.string(doc = "the folder of this package that names begin at"),
        "shards": attr.int(default = 1, doc = "how many actions bake"),
        "options": attr.string_list(doc = "of hitmask bake"),
        "hitmask": attr.label(
            default = "@hitmask//:bin/hitmask",
            allow_single_file = True,
            executable = True,
            cfg = "exec",
            doc = "the program",
        ),
    },
)
