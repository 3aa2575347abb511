/*
 * Godot.cs - what the page calls of Godot: its names and types, and hardly anything behind them
 */
using System;
using System.IO;

namespace Godot
{
    public struct Vector2
    {
        public float X, Y;
        public Vector2(float x, float y) { X = x; Y = y; }
    }

    public class Node2D
    {
        public Vector2 Position { get; set; }
        public bool Hidden { get; private set; }
        public void Hide() { Hidden = true; }
        public virtual void _Ready() { }
        public virtual void _PhysicsProcess(double delta) { }
    }

    public sealed class ExportAttribute : Attribute { }

    public static class FileAccess
    {
        public static byte[] GetFileAsBytes(string path) { return File.ReadAllBytes(path.Replace("res://", "")); }
    }
}
