// HitmaskShapes.cs - gives Unity's sprites the physics shapes that `hitmask export --for unity` has written
//
//     hitmask bake Assets/Art --polygons 1 -o art.hmk
//     hitmask export --for unity art.hmk -o Assets/Art/art.hitmask.json
//
// Put this file into a folder called Editor. The exported file ends in .hitmask.json and lies in the folder that
// was baked. Whenever Unity imports a picture below that folder, the colliders of its sprites get the polygons.
using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

public sealed class HitmaskShapes : AssetPostprocessor
{
    // The fields have the names of the keys, for JsonUtility.
    [Serializable]
    public sealed class Shapes
    {
        public Shape[] sprites;
    }

    [Serializable]
    public sealed class Shape
    {
        public string name, source;
        public int x, y, width, height; // in the picture, from its top left corner
        public Path[] paths;
    }

    [Serializable]
    public sealed class Path
    {
        public Vector2[] points;
    }

    // Another number makes Unity import all pictures again.
    public override uint GetVersion()
    {
        return 1;
    }

    void OnPostprocessSprites(Texture2D texture, Sprite[] sprites)
    {
        for (var folder = FolderOf(assetPath); folder != ""; folder = FolderOf(folder))
            foreach (var file in Directory.GetFiles(folder, "*.hitmask.json"))
                Apply(file, assetPath.Substring(folder.Length + 1), texture, sprites);
    }

    static string FolderOf(string path)
    {
        var slash = path.LastIndexOf('/');
        return slash < 0 ? "" : path.Substring(0, slash);
    }

    void Apply(string file, string source, Texture2D texture, Sprite[] sprites)
    {
        var shapes = JsonUtility.FromJson<Shapes>(File.ReadAllText(file));
        // When the file changes, Unity imports the picture again.
        context.DependsOnSourceAsset(file.Replace('\\', '/'));
        foreach (var sprite in sprites)
        {
            var shape = Array.Find(shapes.sprites, one => one.source == source && IsOf(one, sprite, texture));
            if (shape != null && shape.paths.Length > 0)
                sprite.OverridePhysicsShape(Array.ConvertAll(shape.paths, path => path.points));
        }
    }

    // Rectangles of sprites count from the bottom of the picture.
    static bool IsOf(Shape shape, Sprite sprite, Texture2D texture)
    {
        var rect = sprite.rect;
        return rect.x == shape.x && texture.height - rect.y - rect.height == shape.y &&
               rect.width == shape.width && rect.height == shape.height;
    }
}
