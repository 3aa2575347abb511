# godot.gd FOLDER - for Godot: prints the polygons of the scenes and shapes in a folder, as JSON
extends SceneTree

func pairs(points):
    var list = []
    for point in points:
        list.append([point.x, point.y])
    return list

func _init():
    var loaded = {}
    var folder = Directory.new()
    folder.open("res://shapes")
    folder.list_dir_begin(true)
    var file = folder.get_next()
    while file != "":
        if file.ends_with(".tscn"):
            var name = file.substr(0, file.length() - 5)
            var body = load("res://shapes/" + file).instance()
            var loops = []
            for node in body.get_children():
                var shape = load("res://shapes/%s.%d.tres" % [name, loops.size()])
                if not node is CollisionPolygon2D or pairs(shape.points) != pairs(node.polygon):
                    printerr(file, ": scene and shape differ")
                loops.append(pairs(node.polygon))
            loaded[name] = loops
            body.free()
        file = folder.get_next()
    print("LOADED ", to_json(loaded))
    quit()
