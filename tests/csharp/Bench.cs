/*
 * Bench.cs - nanoseconds a question: Hitmask.cs, the C library, and the loop over single pixels of the tutorials
 *
 *     Bench --art FOLDER        draws what is baked
 *     Bench PACK                under mono or .NET; libbench.so is beside it
 *
 * All are asked about the same places, in turns, and the least of several times counts. The loop of the library runs in
 * C (bench.c), so that no call from C# is in its time; `P/Invoke` is the same question asked from C#.
 */
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;
using Hitmask;
using Microsoft.Xna.Framework;

static class Native
{
    [DllImport("bench")]
    public static extern IntPtr bench_open(byte[] bytes, IntPtr size);
    [DllImport("bench")]
    public static extern int bench_overlaps(int a, int b, int[] places, int count);
    [DllImport("bench")]
    public static extern int bench_areas(int a, int b, int[] places, int count);
    [DllImport("bench")]
    public static extern void bench_sprite(int index, out View sprite);
    // As a game that calls the library declares it.
    [DllImport("hitmask")] [return: MarshalAs(UnmanagedType.I1)]
    public static extern bool hm_overlap(ref View a, ref View b, int dx, int dy);

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    public struct View
    {
        public long First;
    }
    [DllImport("bench")]
    public static extern int bench_find(byte[] name);
}

static class Bench
{
    const int Places = 4096, Turns = 60;
    static long sink;

    static double Measure(Action action, int questions)
    {
        var watch = Stopwatch.StartNew();
        action();
        return watch.Elapsed.TotalMilliseconds * 1e6 / questions;
    }

    // The least of each, of turns that take all of them once.
    static double[] Compare(int questions, params Action[] ways)
    {
        var least = new double[ways.Length];
        for (int i = 0; i < ways.Length; i++)
            least[i] = double.MaxValue;
        for (int turn = 0; turn < Turns; turn++)
            for (int i = 0; i < ways.Length; i++)
                least[i] = Math.Min(least[i], Measure(ways[i], questions));
        return least;
    }

    static uint random = 1;

    static int Below(int limit)
    {
        random = unchecked(random * 1664525 + 1013904223);
        return (int)(random >> 8) % limit;
    }

    // Places at which the boxes of two sprites meet, or lie apart.
    static int[] MakePlaces(Sprite a, bool near)
    {
        var places = new int[2 * Places];
        for (int i = 0; i < 2 * Places; i += 2)
        {
            places[i] = near ? Below(2 * a.Width) - a.Width : a.Width + 1 + Below(50);
            places[i + 1] = near ? Below(2 * a.Height) - a.Height : Below(50);
        }
        return places;
    }

    // Places at which the boxes meet, but no pixels do.
    static int[] MakeMisses(Sprite a, Sprite b)
    {
        var places = new int[2 * Places];
        for (int i = 0; i < places.Length; )
        {
            places[i] = Below(2 * a.Width - 1) - a.Width + 1;
            places[i + 1] = Below(2 * a.Height - 1) - a.Height + 1;
            i += a.Overlaps(b, places[i], places[i + 1]) ? 0 : 2;
        }
        return places;
    }

    static int Overlaps(Sprite a, Sprite b, int[] places)
    {
        int count = 0;
        for (int i = 0; i < places.Length; i += 2)
            if (a.Overlaps(b, places[i], places[i + 1]))
                count++;
        return count;
    }

    static int Areas(Sprite a, Sprite b, int[] places)
    {
        long area = 0;
        for (int i = 0; i < places.Length; i += 2)
            area += a.Area(b, places[i], places[i + 1]);
        return (int)area;
    }

    static int Calls(ref Native.View a, ref Native.View b, int[] places)
    {
        int count = 0;
        for (int i = 0; i < places.Length; i += 2)
            if (Native.hm_overlap(ref a, ref b, places[i], places[i + 1]))
                count++;
        return count;
    }

    // The colours of the art, for the loop of the tutorials.
    static Color[] Paint(Sprite sprite)
    {
        var colors = new Color[sprite.Width * sprite.Height];
        for (int i = 0; i < colors.Length; i++)
            colors[i] = new Color(90, 60, 30, sprite.IsSolid(i % sprite.Width, i / sprite.Width) ? 255 : 0);
        return colors;
    }

    static int Loops(Sprite a, Color[] ofA, Sprite b, Color[] ofB, int[] places)
    {
        var boxA = new Rectangle(0, 0, a.Width, a.Height);
        int count = 0;
        for (int i = 0; i < places.Length; i += 2)
            if (Classic.PixelsMeet(boxA, ofA, new Rectangle(places[i], places[i + 1], b.Width, b.Height), ofB))
                count++;
        return count;
    }

    static void Row(string name, double[] times)
    {
        string line = name.PadRight(24);
        foreach (double time in times)
            line += time.ToString("0.0", System.Globalization.CultureInfo.InvariantCulture).PadLeft(12);
        Console.WriteLine(line);
    }

    // ---- The art

    // A TGA of 32 bits a pixel, from the top.
    static void WriteTga(string path, int width, int height, Func<int, int, bool> isSolid)
    {
        var file = new byte[18 + width * height * 4];
        file[2] = 2;
        file[12] = (byte)width;
        file[13] = (byte)(width >> 8);
        file[14] = (byte)height;
        file[15] = (byte)(height >> 8);
        file[16] = 32;
        file[17] = 0x28;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                file[18 + (y * width + x) * 4 + 3] = (byte)(isSolid(x, y) ? 255 : 0);
        File.WriteAllBytes(path, file);
    }

    static int Squared(int x, int y, int side)
    {
        return (2 * x + 1 - side) * (2 * x + 1 - side) + (2 * y + 1 - side) * (2 * y + 1 - side);
    }

    // Rings and discs, and a sheet of 10,000 cells that all differ.
    static void MakeArt(string folder)
    {
        foreach (int side in new[] { 16, 64, 72, 256 })
        {
            WriteTga(Path.Combine(folder, "disc" + side + ".tga"), side, side, (x, y) => Squared(x, y, side) <= side * side);
            WriteTga(Path.Combine(folder, "ring" + side + ".tga"), side, side,
                     (x, y) => Squared(x, y, side) <= side * side && Squared(x, y, side) * 2 > side * side);
        }
        WriteTga(Path.Combine(folder, "sheet.tga"), 3200, 3200, (x, y) => Squared(x % 32, y % 32, 32) <= 900 && Below(8) > 0);
    }

    static int Main(string[] args)
    {
        if (args[0] == "--art")
        {
            MakeArt(args[1]);
            return 0;
        }
        byte[] bytes = File.ReadAllBytes(args[0]);
        Pack pack = Pack.Open(bytes);
        Native.bench_open(bytes, (IntPtr)bytes.Length);
        Console.WriteLine("ns a question           Hitmask.cs           C    P/Invoke  pixel loop");
        foreach (int side in new[] { 16, 64, 72, 256 })
            foreach (string where in new[] { "near", "miss", "apart" })
            {
                bool near = where == "near";
                Sprite a = pack.Find("ring" + side + ".tga"), b = pack.Find("disc" + side + ".tga");
                int p = Native.bench_find(System.Text.Encoding.ASCII.GetBytes(a.Name + "\0")), q = Native.bench_find(System.Text.Encoding.ASCII.GetBytes(b.Name + "\0"));
                int[] places = where == "miss" ? MakeMisses(a, b) : MakePlaces(a, near);
                var views = new Native.View[2];
                Native.bench_sprite(p, out views[0]);
                Native.bench_sprite(q, out views[1]);
                Color[] ofA = Paint(a), ofB = Paint(b);
                if (Overlaps(a, b, places) != Native.bench_overlaps(p, q, places, Places) ||
                    Overlaps(a, b, places) != Loops(a, ofA, b, ofB, places) ||
                    Areas(a, b, places) != Native.bench_areas(p, q, places, Places))
                    throw new Exception("the answers differ");
                Row("overlap " + side + " " + where, Compare(Places,
                    () => sink += Overlaps(a, b, places), () => sink += Native.bench_overlaps(p, q, places, Places),
                    () => sink += Calls(ref views[0], ref views[1], places), () => sink += Loops(a, ofA, b, ofB, places)));
                if (near)
                    Row("area " + side, Compare(Places, () => sink += Areas(a, b, places), () => sink += Native.bench_areas(p, q, places, Places)));
            }
        Row("open 10000 sprites, ms", Compare(1000000, () => sink += Pack.Open(bytes).Count, () => sink += (long)Native.bench_open(bytes, (IntPtr)bytes.Length)));
        return sink == 42 ? 1 : 0;
    }
}
