/*
 * Headless.cs - the game as a text: a line for each frame in which it turns red or blue
 *
 *     Headless PACK ART SCRIPT
 */
using System;
using System.IO;
using Hitmask;

static class Headless
{
    static int Main(string[] args)
    {
        Pack pack = Pack.Open(File.ReadAllBytes(args[0]));
        var game = new FallingBlocks(pack, Png.Read(Path.Combine(args[1], "person.png")),
                                     Png.Read(Path.Combine(args[1], "block.png")));
        foreach (string line in File.ReadAllLines(args[2]))
        {
            // A number of frames, and the key that is held.
            string[] words = line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0 || words[0][0] == '#')
                continue;
            int way = words.Length < 2 ? 0 : words[1] == "left" ? -1 : 1;
            for (int left = int.Parse(words[0]); left > 0; left--)
                if (game.Step(way))
                    Console.WriteLine("frame " + game.Frame + ": " + (game.Touching ? "hit" : "free"));
        }
        Console.WriteLine("both ways agree in " + game.Agreed + " of " + game.Frame + " frames");
        return game.Agreed == game.Frame ? 0 : 1;
    }
}
