/*
 * MonoGame.cs - what the sample and the pages call of MonoGame: its names and types, and nothing behind them
 */
using System;
using System.IO;

namespace Microsoft.Xna.Framework
{
    using Graphics;

    public struct Color
    {
        public byte R { get; set; }
        public byte G { get; set; }
        public byte B { get; set; }
        public byte A { get; set; }

        public Color(int r, int g, int b, int a)
        {
            R = (byte)r;
            G = (byte)g;
            B = (byte)b;
            A = (byte)a;
        }

        public static Color White { get { return new Color(255, 255, 255, 255); } }
        public static Color Red { get { return new Color(255, 0, 0, 255); } }
        public static Color CornflowerBlue { get { return new Color(100, 149, 237, 255); } }
    }

    public struct Rectangle
    {
        public int X, Y, Width, Height;

        public Rectangle(int x, int y, int width, int height)
        {
            X = x;
            Y = y;
            Width = width;
            Height = height;
        }

        public int Left { get { return X; } }
        public int Top { get { return Y; } }
        public int Right { get { return X + Width; } }
        public int Bottom { get { return Y + Height; } }
    }

    public struct Point
    {
        public int X, Y;
        public Point(int x, int y) { X = x; Y = y; }
    }

    public struct Vector2
    {
        public float X, Y;
        public Vector2(float x, float y) { X = x; Y = y; }
    }

    public sealed class GameTime { }

    public class Game
    {
        public Content.ContentManager Content { get; set; }
        public GraphicsDevice GraphicsDevice { get; set; }
        protected virtual void LoadContent() { }
        protected virtual void Update(GameTime time) { }
        protected virtual void Draw(GameTime time) { }
    }

    public class GraphicsDeviceManager
    {
        public GraphicsDeviceManager(Game game) { }
        public int PreferredBackBufferWidth { get; set; }
        public int PreferredBackBufferHeight { get; set; }
    }

    public static class TitleContainer { public static Stream OpenStream(string name) { return Stream.Null; } }
}

namespace Microsoft.Xna.Framework.Content
{
    public class ContentManager
    {
        public string RootDirectory { get; set; }
        public T Load<T>(string name) { return default(T); }
    }
}

namespace Microsoft.Xna.Framework.Graphics
{
    public class GraphicsDevice { public void Clear(Color color) { } }

    public class Texture2D
    {
        public int Width { get; set; }
        public int Height { get; set; }
        public void GetData<T>(T[] data) where T : struct { }
    }

    public class SpriteBatch
    {
        public SpriteBatch(GraphicsDevice device) { }
        public void Begin() { }
        public void Draw(Texture2D texture, Vector2 at, Color color) { }
        public void End() { }
    }
}

namespace Microsoft.Xna.Framework.Input
{
    public struct MouseState
    {
        public int X { get; set; }
        public int Y { get; set; }
    }

    public enum Keys { Left, Right }
    public struct KeyboardState { public bool IsKeyDown(Keys key) { return false; } }
    public static class Keyboard { public static KeyboardState GetState() { return new KeyboardState(); } }
}
