/*
 * Shown.cs - what the pages show of C#, in a program: run.sh compares it with the pages, line by line
 */
using System;
using System.Collections.Generic;
using System.IO;
using Godot;
using Hitmask;

static class Shown
{
    static void Spark(int x, int y)
    {
        Console.WriteLine("spark at " + x + ", " + y);
    }

    static void Ask(int heroX, int heroY, int rockX, int rockY)
    {
        Pack pack = Pack.Open(File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "art.hmk")));
        Sprite hero = pack.Find("hero.png"), rock = pack.Find("rock.png");
        bool hit = hero.Overlaps(rock, rockX - heroX, rockY - heroY);
        if (hero.Contact(rock, rockX - heroX, rockY - heroY, out int x, out int y))
            Spark(heroX + x, heroY + y);
        Console.WriteLine(hit);
    }

    static void Main()
    {
        Ask(10, 20, 14, 25);
        ShownGame.Play();
        var arena = new Arena { Hero = new Node2D(), Rocks = new[] { new Node2D(), new Node2D { Position = new Vector2(900, 0) } } };
        arena._Ready();
        arena._PhysicsProcess(0.1);
        Console.WriteLine(arena.Rocks[0].Hidden + " " + arena.Rocks[1].Hidden);
    }
}

public partial class Arena : Node2D
{
    readonly World world = new World { Crowd = new Crowd() };
    readonly List<Met> touched = new List<Met>();
    [Export] public Node2D Hero;
    [Export] public Node2D[] Rocks;
    Hitmask.Sprite hero, rock;

    public override void _Ready()
    {
        Pack pack = Pack.Open(Godot.FileAccess.GetFileAsBytes("res://art.hmk"));
        hero = pack.Find("hero.png");
        rock = pack.Find("rock.png");
        foreach (Node2D one in Rocks)
            world.Crowd.Add(rock, (int)one.Position.X, (int)one.Position.Y);
    }

    public override void _PhysicsProcess(double delta)
    {
        for (int i = 0; i < Rocks.Length; i++)
            world.Crowd.Set(i, rock, (int)Rocks[i].Position.X, (int)Rocks[i].Position.Y);
        world.List(hero, (int)Hero.Position.X, (int)Hero.Position.Y, touched);
        foreach (Met met in touched)
            Rocks[met.Index].Hide();
        touched.Clear();
    }
}
