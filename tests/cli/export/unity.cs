// unity.cs - as much of Unity as samples/unity needs, and a program that prints what its sprites get, as JSON
//
//     unity.exe LIST
//
// LIST has a line for each sprite: NAME SOURCE TEXTURE_HEIGHT X Y WIDTH HEIGHT. Pictures are in Assets/Art, and
// rectangles count from the bottom.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

namespace UnityEngine
{
    [Serializable]
    public struct Vector2
    {
        public float x, y;
    }

    public struct Rect
    {
        public float x, y, width, height;
    }

    public sealed class Texture2D
    {
        public int height;
    }

    public sealed class Sprite
    {
        public Rect rect;
        public IList<Vector2[]> shape;

        public void OverridePhysicsShape(IList<Vector2[]> physicsShapes)
        {
            if (physicsShapes.Any(path => path.Length < 3))
                throw new ArgumentException("a path needs three points");
            shape = physicsShapes;
        }
    }

    // Fills public fields by their names, and overlooks keys without one, as Unity's does.
    public static class JsonUtility
    {
        static string json;
        static int at;

        public static T FromJson<T>(string text)
        {
            json = text;
            at = 0;
            return (T)Read(typeof(T));
        }

        static char Next()
        {
            while (char.IsWhiteSpace(json[at]) || json[at] == ',' || json[at] == ':')
                at++;
            return json[at];
        }

        static string ReadString()
        {
            var text = new StringBuilder();
            for (at++; json[at] != '"'; at++)
                text.Append(json[at] == '\\' ? json[++at] : json[at]);
            at++;
            return text.ToString();
        }

        // A type of null: the value is skipped.
        static object Read(Type type)
        {
            if (Next() == '"')
                return ReadString();
            if (json[at] == '[')
                return ReadArray(type == null ? null : type.GetElementType());
            if (json[at] == '{')
                return ReadObject(type);
            var begin = at;
            while ("+-.0123456789eE".IndexOf(json[at]) >= 0)
                at++;
            var number = double.Parse(json.Substring(begin, at - begin), CultureInfo.InvariantCulture);
            return type == null ? null : Convert.ChangeType(number, type);
        }

        static object ReadArray(Type type)
        {
            var list = new List<object>();
            for (at++; Next() != ']';)
                list.Add(Read(type));
            at++;
            if (type == null)
                return null;
            var array = Array.CreateInstance(type, list.Count);
            for (var i = 0; i < list.Count; i++)
                array.SetValue(list[i], i);
            return array;
        }

        static object ReadObject(Type type)
        {
            var made = type == null ? null : Activator.CreateInstance(type);
            for (at++; Next() != '}';)
            {
                var key = ReadString();
                var field = type == null ? null : type.GetField(key);
                var value = Read(field == null ? null : field.FieldType);
                if (field != null)
                    field.SetValue(made, value);
            }
            at++;
            return made;
        }
    }
}

namespace UnityEditor
{
    public sealed class Context
    {
        public List<string> sources = new List<string>();

        public void DependsOnSourceAsset(string path)
        {
            sources.Add(path);
        }
    }

    public class AssetPostprocessor
    {
        public string assetPath;
        public Context context = new Context();

        public virtual uint GetVersion()
        {
            return 0;
        }
    }
}

static class Program
{
    static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        var loaded = new List<string>();
        foreach (var line in File.ReadAllLines(arguments[0]))
        {
            var words = line.Split(' ');
            var numbers = words.Skip(2).Select(int.Parse).ToArray();
            var script = new HitmaskShapes { assetPath = "Assets/Art/" + words[1] };
            var sprite = new UnityEngine.Sprite
            {
                rect = new UnityEngine.Rect { x = numbers[1], y = numbers[2], width = numbers[3], height = numbers[4] },
            };
            typeof(HitmaskShapes)
                .GetMethod("OnPostprocessSprites", BindingFlags.Instance | BindingFlags.NonPublic)
                .Invoke(script, new object[] {
                    new UnityEngine.Texture2D { height = numbers[0] }, new[] { sprite } });
            if (script.context.sources.Count != 1)
                return 1;
            var paths = (sprite.shape ?? new UnityEngine.Vector2[0][])
                .Select(path => "[" + string.Join(", ", path.Select(at => "[" + at.x + ", " + at.y + "]")) + "]");
            loaded.Add("\"" + words[0] + "\": [" + string.Join(", ", paths) + "]");
        }
        Console.WriteLine("{" + string.Join(", ", loaded) + "}");
        return 0;
    }
}
