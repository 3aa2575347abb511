// Game.cs - do two sprites of a pack touch? The library is called as it is, through P/Invoke.
//
//     Game.exe game.hmk hero.png rock.png 12 5

using System;
using System.IO;
using System.Runtime.InteropServices;

static class Hitmask
{
    const UnmanagedType Utf8 = UnmanagedType.LPUTF8Str, Bool = UnmanagedType.I1;

    [StructLayout(LayoutKind.Sequential, Size = 256)] public struct Pack { public long First; }
    [StructLayout(LayoutKind.Sequential, Size = 128)] public struct Sprite { public long First; }

    [DllImport("hitmask")]
    public static extern int hm_pack_open(out Pack pack, IntPtr bytes, UIntPtr size);
    [DllImport("hitmask")] [return: MarshalAs(Bool)]
    public static extern bool hm_pack_find(ref Pack pack, [MarshalAs(Utf8)] string name, out Sprite sprite);
    [DllImport("hitmask")] [return: MarshalAs(Bool)]
    public static extern bool hm_overlap(ref Sprite a, ref Sprite b, int dx, int dy);
}

static class Game
{
    static int Main(string[] args)
    {
        Hitmask.Pack pack;
        Hitmask.Sprite a, b;
        byte[] bytes = File.ReadAllBytes(args[0]);
        // For as long as the pack is open.
        GCHandle pinned = GCHandle.Alloc(bytes, GCHandleType.Pinned);
        if (Hitmask.hm_pack_open(out pack, pinned.AddrOfPinnedObject(), (UIntPtr)bytes.Length) != 0 ||
            !Hitmask.hm_pack_find(ref pack, args[1], out a) ||
            !Hitmask.hm_pack_find(ref pack, args[2], out b))
        {
            Console.Error.WriteLine("no such pack or sprite");
            return 1;
        }
        bool touch = Hitmask.hm_overlap(ref a, ref b, int.Parse(args[3]), int.Parse(args[4]));
        Console.WriteLine(touch ? "touch" : "free");
        pinned.Free();
        return 0;
    }
}
