/*
 * Tests.cs - Hitmask.cs by itself: what it refuses, what it promises, and what it has of the library
 *
 *     Tests PACK PAGE HEADER...     the pack of run.sh, include/csharp/functions.md, the headers
 *
 * Answers.cs compares its answers with those of the library.
 */
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using Hitmask;

static class Tests
{
    static int passed, failed;

    static void Test(string name, Action test)
    {
        try
        {
            test();
            passed++;
        }
        catch (Exception fault)
        {
            failed++;
            Console.WriteLine("FAILED: " + name + ": " + fault);
        }
    }

    static void Is<T>(T said, T wanted, string what)
    {
        if (!EqualityComparer<T>.Default.Equals(said, wanted))
            throw new Exception(what + " is " + said + ", wanted " + wanted);
    }

    static void Throws<T>(Action action, string text) where T : Exception
    {
        try
        {
            action();
        }
        catch (T fault)
        {
            if (!fault.Message.Contains(text))
                throw new Exception("the message is '" + fault.Message + "', wanted '" + text + "'");
            return;
        }
        throw new Exception("nothing was thrown, wanted " + typeof(T).Name);
    }

    // A sprite that is drawn: '#' is solid.
    static Sprite Draw(params string[] rows)
    {
        int width = rows[0].Length, stride = (width + 7) / 8;
        var bits = new byte[stride * rows.Length];
        for (int y = 0; y < rows.Length; y++)
            for (int x = 0; x < width; x++)
                if (rows[y][x] == '#')
                    bits[y * stride + x / 8] |= (byte)(1 << x % 8);
        return Sprite.FromBits(bits, stride, width, rows.Length);
    }

    static readonly Sprite hook = Draw("#..", "#..", "###"), dot = Draw("...", ".#.", "...");

    // ---- Packs

    static void BadPacks(byte[] bytes)
    {
        Throws<ArgumentNullException>(() => Pack.Open((byte[])null), "bytes");
        Throws<ArgumentOutOfRangeException>(() => Pack.Open(bytes, -1, 4), "offset");
        Throws<ArgumentOutOfRangeException>(() => Pack.Open(bytes, bytes.Length + 1, 0), "offset");
        Throws<ArgumentOutOfRangeException>(() => Pack.Open(bytes, 8, bytes.Length), "length");
        Throws<PackException>(() => Pack.Open(new byte[0]), "the pack is cut short");
        Throws<PackException>(() => Pack.Open(Encoding.ASCII.GetBytes("\u0089PNG")), "not a hitmask pack");
        Throws<PackException>(() => Pack.Open(bytes, 0, bytes.Length - 1), "the pack is cut short");
        var newer = (byte[])bytes.Clone();
        newer[8] = 2;
        Throws<PackException>(() => Pack.Open(newer), "newer format version");
    }

    // A pack in an archive: at an odd place, with other bytes round it.
    static void PackInArchive(byte[] bytes)
    {
        var archive = new byte[bytes.Length + 20];
        for (int i = 0; i < archive.Length; i++)
            archive[i] = 0xee;
        Array.Copy(bytes, 0, archive, 7, bytes.Length);
        Pack there = Pack.Open(archive, 7, bytes.Length + 13), here = Pack.Open(bytes);
        Is(there.Count, here.Count, "the count");
        for (int i = 0; i < here.Count; i++)
        {
            Is(there[i].Name, here[i].Name, "a name");
            Is(there[i].Area(there[i], 0, 0), here[i].Area(here[i], 0, 0), "an area");
        }
    }

#if NETCOREAPP
    static void PackInMemory(byte[] bytes)
    {
        Is(Pack.Open(new ReadOnlyMemory<byte>(bytes)).Count, Pack.Open(bytes).Count, "the count");
        var padded = new byte[bytes.Length + 3];
        bytes.CopyTo(padded, 3);
        Is(Pack.Open(new ReadOnlyMemory<byte>(padded, 3, bytes.Length)).Count, Pack.Open(bytes).Count, "the count");
        Throws<PackException>(() => Pack.Open(ReadOnlyMemory<byte>.Empty), "the pack is cut short");
    }
#endif

    static void Names(Pack pack)
    {
        for (int i = 0; i < pack.Count; i++)
        {
            Sprite sprite;
            Is(pack.TryFind(pack[i].Name, out sprite), true, "what is said of " + pack[i].Name);
            Is(ReferenceEquals(sprite, pack[i]), true, "one object for one sprite");
            Is(pack.TryFind(pack[i].Name + "x", out sprite) || pack.TryFind(pack[i].Name.Substring(1), out sprite),
               false, "what is said of a longer or a shorter name");
            Is(sprite, null, "the sprite that is not there");
        }
        Sprite none;
        foreach (string name in new[] { "", "\0", "\ud800", "\ufffd", "zzz", pack[0].Name + "\0" })
            Is(pack.TryFind(name, out none), false, "what is said of an odd name");
        Throws<KeyNotFoundException>(() => pack.Find("rock.png"), "the pack has no sprite 'rock.png'");
        Throws<ArgumentNullException>(() => pack.Find(null), "name");
        Throws<ArgumentOutOfRangeException>(() => pack[pack.Count].ToString(), "index");
        Throws<ArgumentOutOfRangeException>(() => pack[-1].ToString(), "index");
        Throws<KeyNotFoundException>(() => pack.FindAnimation("walk"), "the pack has no animation 'walk'");
        Throws<ArgumentOutOfRangeException>(() => pack.AnimationAt(-1), "index");
        Throws<ArgumentOutOfRangeException>(() => pack.AnimationAt(0)[9999].ToString(), "index");
    }

    // Names of 1 to 4 bytes a character are sorted by their bytes, which is not the order of UTF-16.
    static void NamesBeyondAscii(Pack pack)
    {
        string[] names = { "a.png", "\u00e9t\u00e9.png", "\u6f22.png", "\uff5e.png", "\ud83d\ude00.png" };
        foreach (string name in names)
            Is(pack.Find("names/" + name).Name, "names/" + name, "the name");
    }

    // ---- Queries

    static void Contacts()
    {
        int x, y;
        Is(hook.Overlaps(dot, -1, 1), true, "a dot on the lower left corner");
        Is(hook.Contact(dot, -1, 1, out x, out y), true, "the contact");
        Is(x, 0, "x");
        Is(y, 2, "y");
        Is(hook.Overlaps(dot, 0, 0), false, "a dot in the hook");
        Is(hook.Area(hook, 1, 0), 2L, "the area beside itself");
        Is(hook.Flip(true, false).Overlaps(dot, 1, -1), true, "a dot on the mirrored hook");
        Is(ReferenceEquals(hook.Flip(true, true).Flip(true, true), hook), true, "a view turned back");
        Is(hook.Bounds.ToString(), "[0, 0, 3, 3]", "the bounds");
        Is(Draw("....", "....").SolidCount, 0L, "the pixels of an empty sprite");
    }

    static void NullsAndEnds()
    {
        int x, y;
        long nx, ny;
        Met met;
        SweepResult sweep;
        Throws<ArgumentNullException>(() => hook.Overlaps(null, 0, 0), "other");
        Throws<ArgumentNullException>(() => hook.Contact(null, 0, 0, out x, out y), "other");
        Throws<ArgumentNullException>(() => hook.Area(null, 0, 0), "other");
        Throws<ArgumentNullException>(() => hook.Normal(null, 0, 0, out nx, out ny), "other");
        Throws<ArgumentNullException>(() => hook.Sweep(null, 0, 0, 1, 1, out sweep), "other");
        Throws<ArgumentNullException>(() => hook.OverlapsPlaced(new Placement(), null, new Placement()).ToString(), "");
        Throws<ArgumentNullException>(() => new World().Overlaps(null, 0, 0), "sprite");
        Throws<ArgumentNullException>(() => new World().List(hook, 0, 0, null), "found");
        Throws<ArgumentNullException>(() => new Crowd().Add(null, 0, 0), "sprite");
        Throws<ArgumentOutOfRangeException>(() => new Crowd().Hide(0), "index");
        Throws<ArgumentNullException>(() => new PlacedCrowd().Add(null, new Placement()), "sprite");
        Throws<ArgumentNullException>(() => new TileMap(1, 1, 1, 1, null, new Sprite[0], null), "cells");
        Throws<ArgumentException>(() => new TileMap(2, 2, 8, 8, new uint[3], new Sprite[0], null), "more cells");
        Throws<ArgumentNullException>(() => Sprite.FromBits(null, 1, 1, 1), "bits");
        Throws<ArgumentException>(() => Sprite.FromBits(new byte[3], 1, 8, 4), "fewer rows");
        Throws<ArgumentOutOfRangeException>(() => Sprite.FromBits(new byte[3], 0, 8, 3), "stride");
        foreach (int far in new[] { int.MinValue, int.MaxValue })
        {
            Is(hook.Overlaps(hook, far, far), false, "far away");
            Is(hook.Area(hook, 0, far), 0L, "far away");
            Is(new World { Terrain = hook, TerrainX = far }.Overlaps(hook, -far - 1, 0, out met), false, "far away");
        }
        Is(Sprite.Box(int.MaxValue, int.MaxValue).Area(Sprite.Box(int.MaxValue, int.MaxValue), 0, 0),
           (long)int.MaxValue * int.MaxValue, "the area of two huge boxes");
        Is(hook.OverlapsCircle(0, 0, -1, out x, out y), false, "a radius below 0");
        Is(hook.PointsNear(hook, 0, 0, -1, 5, out x, out y), false, "a distance below 0");
    }

    static void DrawnAsMonoGameDoes()
    {
        Placement at = Placement.Drawn(10.25, -20, Math.PI / 2, 1.5, 2, 3);
        Is(at.X + " " + at.Y + " " + at.PivotX + " " + at.PivotY, "671744 -1310720 98304 131072", "the places");
        Is(at.Angle + " " + at.ScaleX + " " + at.ScaleY, "16384 196608 196608", "the turn and the scale");
        Is(Placement.Drawn(0, 0, -Math.PI / 2, 0, 0).Angle, 49152, "a quarter to the left");
        Is(Placement.Drawn(0, 0, -1e-9, 0, 0).Angle, 0, "a turn too small to see");
        // The left column of the hook, turned to the right about its centre, is the upper row.
        Placement hooked = Placement.Drawn(1.5, 1.5, Math.PI / 2, 1.5, 1.5), dotted = Placement.Drawn(1, -1, 0, 0, 0);
        Is(hook.OverlapsPlaced(hooked, dot, dotted), true, "a dot on the turned hook");
        Is(hook.Overlaps(dot, 1, -1), false, "a dot beside the upright hook");
        foreach (double bad in new[] { double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1e300, -1e300 })
        {
            Is(dot.OverlapsPlaced(Placement.Drawn(bad, 0, 0, 0, 0), dot, dotted), false, "no place");
            Is(dot.OverlapsPlaced(Placement.Drawn(0, 0, 0, 0, bad), dot, dotted), false, "no origin");
            Is(dot.OverlapsPlaced(Placement.Drawn(0, 0, 0, 0, 0, bad), dot, dotted), false, "no scale");
            if (!(Math.Abs(bad) < double.MaxValue))
                Is(dot.OverlapsPlaced(Placement.Drawn(0, 0, bad, 0, 0), dot, dotted), false, "no angle");
        }
        Is(dot.OverlapsPlaced(dotted, dot, dotted), true, "a dot on itself");
        Is(dot.OverlapsPlaced(new Placement(), dot, dotted), false, "a placement without a scale");
    }

    static void Worlds()
    {
        Met met;
        var world = new World { Terrain = Sprite.Box(100, 10), TerrainY = 50, Crowd = new Crowd() };
        int rock = world.Crowd.AddBox(new Box(20, 40, 30, 50));
        SlideResult walk;
        Is(world.Slide(hook, 0, 40, 40, 9, 0, 0, out walk), true, "a walk against a rock");
        Is(walk.MovedX, 17, "the way along x");
        Is(walk.MovedY, 7, "the way along y");
        Is(walk.Kind, Kind.Crowd, "what blocks first");
        Is(walk.OnGround, true, "the ground");
        Is(world.Overlaps(hook, 27, 47, out met) && met.Kind == Kind.Crowd && met.Index == rock, true, "the rock");
        world.SelfKind = Kind.Crowd;
        world.SelfIndex = rock;
        Is(world.Overlaps(hook, 27, 47, out met), false, "the rock that asks");
        world.SelfKind = Kind.Nothing;
        world.Crowd.Hide(rock);
        Is(world.Overlaps(hook, 27, 47, out met), false, "the rock that is hidden");
        world.Crowd.Set(rock, hook, 27, 47);
        Is(world.Point(27, 47, out met) && met.Kind == Kind.Crowd, true, "the rock that is a hook");
        world.Crowd.Clear();
        Is(world.Crowd.Count, 0, "the count of a crowd that was cleared");
        var empty = new World();
        Is(empty.Overlaps(hook, 0, 0), false, "an empty world");
        Is(empty.Slide(hook, 0, 0, 1000, 1000, 1, 1, out walk), false, "a walk in an empty world");
        Is(walk.MovedX, 1000, "the way in an empty world");
    }

    // ---- No garbage, and threads

    static void AskEverything(World world, Sprite a, Sprite b, List<Met> found)
    {
        int x, y;
        long nx, ny, steps;
        Met met;
        SweepResult sweep;
        SlideResult slide;
        PlacedSweepResult turned;
        Placement at = Placement.Of(a, 10, 20, 5000), there = Placement.Of(b, 20, 20, 9000);
        a.Overlaps(b, 3, 4);
        a.Flip(true, false).Contact(b, 3, 4, out x, out y);
        a.Area(b, 3, 4);
        a.Normal(b, 3, 4, out nx, out ny);
        a.Escape(b, 3, 4, 5, out x, out y);
        a.Sweep(b, 60, 4, 50, 3, out sweep);
        a.OverlapsCircle(3, 4, 5, out x, out y);
        a.OverlapsRay(-3, 4, 5, 1, out x, out y, out steps);
        a.PointsOverlap(b, 3, 4, 100, out x, out y);
        a.OverlapsPlaced(at, b, there);
        a.ContactPlaced(at, b, there, out x, out y);
        a.AreaPlaced(at, b, there);
        a.NormalPlaced(at, b, there, out nx, out ny);
        a.SweepPlaced(at, b, there, 900000, 0, out turned);
        world.Overlaps(a, 3, 4, out met);
        world.Area(a, 3, 4);
        world.Sweep(a, 3, 4, 90, 30, out sweep, out met);
        world.Slide(a, 3, 4, 90, 30, 2, 2, out slide);
        world.Circle(30, 40, 20, out met);
        world.Ray(0, 40, 20, 1, out met, out steps);
        world.List(a, 3, 4, found);
        world.ListCircle(30, 30, 90, found);
        found.Clear();
        world.OverlapsPlaced(a, at, out met);
        world.SweepPlaced(a, at, 900000, 0, out turned, out met);
    }

    static World MakeWorld(Sprite a, Sprite b)
    {
        var world = new World { Terrain = Sprite.Box(200, 10), TerrainY = 100, Crowd = new Crowd(), Placed = new PlacedCrowd() };
        world.Tiles = new TileMap(4, 2, 32, 32, new uint[] { 0, 1, TileMap.FlipX | 1, 0, 1, 0, 0, 1 },
                                  new[] { null, dot }, null);
        for (int i = 0; i < 50; i++)
            world.Crowd.Add(i % 2 == 0 ? a : b, i * 7 % 200, i * 11 % 90);
        for (int i = 0; i < 5; i++)
            world.Placed.Add(b, Placement.Of(b, i * 30, 40, i * 9999));
        return world;
    }

    static long Allocated()
    {
#if NETCOREAPP
        return GC.GetAllocatedBytesForCurrentThread();
#else
        return GC.CollectionCount(0);
#endif
    }

    static void NoGarbage(Pack pack)
    {
        Sprite a = pack[0], b = pack[1], found;
        string name = pack[2].Name;
        World world = MakeWorld(a, b);
        var list = new List<Met>(1000);
        AskEverything(world, a, b, list);
        pack.TryFind(name, out found);
        GC.Collect();
        long before = Allocated();
        for (int i = 0; i < 3000; i++)
        {
            AskEverything(world, a, b, list);
            pack.TryFind(name, out found);
        }
        Is(Allocated() - before, 0L, "the garbage of queries");
    }

    static void SharedByThreads(byte[] bytes)
    {
        Pack shared = Pack.Open(bytes), alone = Pack.Open(bytes);
        var wanted = new long[alone.Count];
        for (int i = 0; i < wanted.Length; i++)
            wanted[i] = alone[i].Flip(true, false).AreaPlaced(Placement.Of(alone[i], 0, 0, 777), alone[0], Placement.Of(alone[0], 0, 0, 0));
        int wrong = 0;
        var threads = new Thread[4];
        for (int k = 0; k < threads.Length; k++)
        {
            threads[k] = new Thread(() =>
            {
                for (int i = 0; i < wanted.Length; i++)
                {
                    Sprite sprite = shared.Find(alone[i].Name);
                    if (sprite.Flip(true, false).AreaPlaced(Placement.Of(sprite, 0, 0, 777), shared[0], Placement.Of(shared[0], 0, 0, 0)) != wanted[i] ||
                        !ReferenceEquals(sprite, shared[i]))
                        Interlocked.Increment(ref wrong);
                }
            });
        }
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Is(wrong, 0, "the wrong answers of threads");
    }

    // ---- The page of functions

    static void Functions(string page, IEnumerable<string> headers)
    {
        var listed = new List<KeyValuePair<Regex, string>>();
        foreach (Match row in Regex.Matches(File.ReadAllText(page), @"^\| (`hm_.*?) \| (.*) \|$", RegexOptions.Multiline))
            foreach (Match name in Regex.Matches(row.Groups[1].Value, "`([a-z0-9_*]+)`"))
                listed.Add(new KeyValuePair<Regex, string>(new Regex("^" + name.Groups[1].Value.Replace("*", ".*") + "$"), row.Groups[2].Value));
        var functions = new HashSet<string>();
        foreach (string header in headers)
            foreach (Match declared in Regex.Matches(File.ReadAllText(header), @"^HM_API [^;]*?(hm_[a-z0-9_]+)\(", RegexOptions.Multiline))
                functions.Add(declared.Groups[1].Value);
        Is(functions.Count > 100, true, "that the headers have functions");
        foreach (string function in functions)
            Is(listed.Count(row => row.Key.IsMatch(function)), 1, "the number of rows about " + function);
        foreach (KeyValuePair<Regex, string> row in listed)
        {
            Is(functions.Any(row.Key.IsMatch), true, "what the headers have of " + row.Key);
            if (row.Value.StartsWith("not:"))
                continue;
            MatchCollection members = Regex.Matches(row.Value, @"`(\w+)\.(\w+)`");
            Is(members.Count > 0, true, "the members in the row " + row.Key);
            foreach (Match member in members)
            {
                Type type = typeof(Pack).Assembly.GetType("Hitmask." + member.Groups[1].Value);
                Is(type != null && type.IsPublic && type.GetMember(member.Groups[2].Value).Length > 0, true, "that there is " + member.Value);
            }
        }
    }

    static int Main(string[] args)
    {
        byte[] bytes = File.ReadAllBytes(args[0]);
        Pack pack = Pack.Open(bytes);
        Test("bad packs", () => BadPacks(bytes));
        Test("a pack in an archive", () => PackInArchive(bytes));
#if NETCOREAPP
        Test("a pack in memory", () => PackInMemory(bytes));
#endif
        Test("names", () => Names(pack));
        Test("names beyond ASCII", () => NamesBeyondAscii(pack));
        Test("contacts", Contacts);
        Test("nulls and ends", NullsAndEnds);
        Test("drawn as MonoGame does", DrawnAsMonoGameDoes);
        Test("worlds", Worlds);
        Test("no garbage", () => NoGarbage(pack));
        Test("shared by threads", () => SharedByThreads(bytes));
        Test("functions", () => Functions(args[1], args.Skip(2)));
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }
}
