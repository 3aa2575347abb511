/*
 * ShownGame.cs - what the pages show of C# in MonoGame
 */
using System;
using Hitmask;
using Microsoft.Xna.Framework;
using Microsoft.Xna.Framework.Input;

public class Level
{
    readonly World world = new World { Placed = new PlacedCrowd() };
    readonly Sprite saw, bullet;

    public Level(Pack pack, int columns, int rows, uint[] cells)
    {
        saw = pack.Find("saw.png");
        bullet = pack.Find("bullet.png");
        // Cells of a sheet that a rule cuts: "grid": "16x16". A cell of the map that is 0 is empty here.
        var tiles = new Sprite[] { null, pack.Find("tiles.png#0"), pack.Find("tiles.png#1") };
        world.Tiles = new TileMap(columns, rows, 16, 16, cells, tiles, null);
    }

    // spriteBatch.Draw(texture, position, null, Color.White, rotation, origin, scale, SpriteEffects.None, 0)
    public void AddSaw(Vector2 position, float rotation, Vector2 origin, float scale)
    {
        world.Placed.Add(saw, Placement.Drawn(position.X, position.Y, rotation, origin.X, origin.Y, scale));
    }

    // True when a bullet met a wall or a saw on its way.
    public bool Fly(ref Point at, Point velocity)
    {
        bool stopped = world.Sweep(bullet, at.X, at.Y, velocity.X, velocity.Y, out SweepResult way, out Met met);
        at = new Point(at.X + way.MovedX, at.Y + way.MovedY);
        if (stopped && met.Kind == Kind.Placed)
            world.Placed.Hide(met.Index);
        return stopped;
    }

    public bool IsUnderMouse(MouseState mouse, out Met met)
    {
        return world.Point(mouse.X, mouse.Y, out met);
    }
}

static class ShownGame
{
    // A saw stands above a wall: the first bullet that flies down stops at it, the second one at the wall.
    public static void Play()
    {
        var level = new Level(Pack.Open(System.IO.File.ReadAllBytes("art.hmk")), 2, 1, new uint[] { 1, 2 });
        level.AddSaw(new Vector2(16, -60), 0.5f, new Vector2(20, 20), 1);
        for (int i = 0; i < 2; i++)
        {
            var at = new Point(0, -200);
            while (!level.Fly(ref at, new Point(0, 7)))
                ;
            Console.WriteLine("stopped at " + at.Y);
        }
        Met met;
        Console.WriteLine(level.IsUnderMouse(new MouseState { X = 24, Y = 14 }, out met) + " " + met.Kind + " " + met.Index);
    }
}
