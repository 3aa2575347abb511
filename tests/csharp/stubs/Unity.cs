/*
 * Unity.cs - what the package for Unity calls of the engine: its names and types, and nothing behind them
 */
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; }
        public static void DestroyImmediate(Object of) { }
    }

    public class Component : Object
    {
        public Transform transform { get; set; }
        public T GetComponent<T>() where T : class { return Components.Of(this, typeof(T)) as T; }
    }

    // The one component of each type that an object has: set by tests.
    public static class Components
    {
        static readonly Dictionary<Component, object> of = new Dictionary<Component, object>();
        public static object Of(Component of_, Type type) { object found; return of.TryGetValue(of_, out found) ? found : null; }
        public static void Set(Component component, object other) { of[component] = other; }
    }

    public class Behaviour : Component { }
    public class MonoBehaviour : Behaviour { }
    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public Vector3 lossyScale { get; set; }
        public Vector3 eulerAngles { get; set; }
    }
    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject, new() { return new T(); }
    }
    public class SpriteRenderer : Component
    {
        public Sprite sprite { get; set; }
        public bool flipX { get; set; }
        public bool flipY { get; set; }
    }
    public class Sprite : Object
    {
        public float pixelsPerUnit { get; set; }
        public Vector2 pivot { get; set; }
        public Rect rect { get; set; }
        public Texture2D texture { get; set; }
        public IList<Vector2[]> Shapes;
        public void OverridePhysicsShape(IList<Vector2[]> shapes) { Shapes = shapes; }
    }
    public class Texture : Object
    {
        public int width { get; set; }
        public int height { get; set; }
        public FilterMode filterMode { get; set; }
    }
    public class Texture2D : Texture
    {
        public Texture2D(int width, int height) { this.width = width; this.height = height; }
        public void SetPixels32(Color32[] colors) { }
        public void Apply() { }
    }
    public enum FilterMode { Point }
    public enum ScaleMode { StretchToFill }
    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
    }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
    public struct Rect
    {
        public float x { get; set; }
        public float y { get; set; }
        public float width { get; set; }
        public float height { get; set; }
        public Rect(float x, float y, float width, float height) { this.x = x; this.y = y; this.width = width; this.height = height; }
    }
    public struct Color32
    {
        public byte r, g, b, a;
        public Color32(byte r, byte g, byte b, byte a) { this.r = r; this.g = g; this.b = b; this.a = a; }
    }
    public static class Mathf { public static float Min(float a, float b) { return Math.Min(a, b); } }
    public static class Time { public static int frameCount { get; set; } }
    public static class Debug
    {
        public static void LogWarning(object message) { }
        public static void LogWarning(object message, Object context) { }
        public static void LogError(object message) { }
    }
    public static class GUI
    {
        public static void DrawTexture(Rect at, Texture texture, ScaleMode mode, bool alpha) { }
        public static void DrawTextureWithTexCoords(Rect at, Texture texture, Rect part) { }
    }
    public static class GUILayoutUtility { public static Rect GetRect(float width, float height) { return new Rect(); } }
    public sealed class SerializeField : Attribute { }
    public sealed class HideInInspector : Attribute { }
    public sealed class RequireComponent : Attribute { public RequireComponent(Type type) { } }
    public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string menu) { } }
}

namespace UnityEngine.Events
{
    public class UnityEvent<T>
    {
        public event Action<T> Listeners;
        public void Invoke(T about) { if (Listeners != null) Listeners(about); }
    }
}

namespace UnityEditor
{
    using UnityEngine;

    public class Editor : UnityEngine.Object
    {
        public UnityEngine.Object target { get; set; }
        public virtual void OnInspectorGUI() { }
        public bool DrawDefaultInspector() { return true; }
    }
    public sealed class CustomEditor : Attribute { public CustomEditor(Type type) { } }
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute { public MenuItem(string item) { } public MenuItem(string item, bool validate) { } }
    public sealed class SettingsProviderAttribute : Attribute { }
    public enum SettingsScope { User }
    public enum MessageType { Info }
    public class SettingsProvider
    {
        public SettingsProvider(string path, SettingsScope scope) { }
        public string label { get; set; }
        public Action<string> guiHandler { get; set; }
    }
    public static class Selection { public static UnityEngine.Object activeObject { get; set; } }
    public static class AssetDatabase
    {
        public static bool IsValidFolder(string path) { return true; }
        public static string GetAssetPath(UnityEngine.Object of) { return ""; }
        public static void ImportAsset(string path) { }
    }
    public static class EditorPrefs
    {
        public static string GetString(string key, string otherwise) { return otherwise; }
        public static void SetString(string key, string value) { }
    }
    public static class EditorGUIUtility { public static float currentViewWidth { get; set; } }
    public static class EditorGUILayout
    {
        public static string TextField(string label, string text) { return text; }
        public static void LabelField(string label, string text) { }
        public static void HelpBox(string text, MessageType type) { }
    }
}

namespace UnityEditor.AssetImporters
{
    public abstract class ScriptedImporter : UnityEngine.Object { public abstract void OnImportAsset(AssetImportContext context); }
    public sealed class ScriptedImporterAttribute : Attribute { public ScriptedImporterAttribute(int version, string extension) { } }
    public class AssetImportContext
    {
        public string assetPath { get; set; }
        public string Said;
        public void LogImportError(string message) { Said = message; }
        public void AddObjectToAsset(string id, UnityEngine.Object added) { }
        public void SetMainObject(UnityEngine.Object main) { Main = main; }
        public UnityEngine.Object Main;
    }
}
