/*
 * FallingBlocks.cs - a person dodges falling blocks: the tutorial of XNA, with hitmask and without
 *
 * The rules are those of samples/falling-blocks, which is in C: a script of keys gives the same frames. Both ways
 * decide in each frame; DecideAsPublished is what hitmask replaces. Headless.cs runs it as a text, DrawnGame.cs is the
 * game for MonoGame or FNA.
 */
using System;
using System.Collections.Generic;
using Hitmask;
using Microsoft.Xna.Framework;

sealed class FallingBlocks
{
    public const int Width = 480, Height = 320, Ground = 24;
    const int personSpeed = 5, blocksMost = 16, framesABlock = 16;

    public struct Block
    {
        public int X, Y, Speed;
    }

    // Hitmask needs two masks of the art.
    readonly Sprite person, block;
    // The published way needs the colours of all pixels.
    readonly Color[] personColors, blockColors;

    public readonly List<Block> Blocks = new List<Block>();
    public int PersonX, Frame, Dodged, Agreed;
    public readonly int PersonY;
    public bool Touching;
    uint random = 7;

    public FallingBlocks(Pack pack, Color[] personColors, Color[] blockColors)
    {
        person = pack.Find("person.png");
        block = pack.Find("block.png");
        this.personColors = personColors;
        this.blockColors = blockColors;
        PersonX = (Width - person.Width) / 2;
        PersonY = Height - Ground - person.Height;
    }

    // ---- The two ways

    bool Decide()
    {
        foreach (Block one in Blocks)
            if (person.Overlaps(block, one.X - PersonX, one.Y - PersonY))
                return true;
        return false;
    }

    bool DecideAsPublished()
    {
        var personBox = new Rectangle(PersonX, PersonY, person.Width, person.Height);
        foreach (Block one in Blocks)
        {
            var blockBox = new Rectangle(one.X, one.Y, block.Width, block.Height);
            if (Classic.PixelsMeet(personBox, personColors, blockBox, blockColors))
                return true;
        }
        return false;
    }

    // ---- A frame

    int Below(int limit)
    {
        random = unchecked(random * 1664525 + 1013904223);
        return (int)((ulong)random * (ulong)limit >> 32);
    }

    void MoveBlocks()
    {
        for (int i = 0; i < Blocks.Count; )
        {
            Block moved = Blocks[i];
            moved.Y += moved.Speed;
            if (moved.Y < Height)
            {
                Blocks[i++] = moved;
                continue;
            }
            Blocks.RemoveAt(i);
            Dodged++;
        }
        if (Frame % framesABlock != 1 || Blocks.Count >= blocksMost)
            return;
        int x = Below(Width - block.Width);
        Blocks.Add(new Block { X = x, Y = -block.Height, Speed = 2 + Below(3) });
    }

    /// <summary>Takes a frame: `way` is -1 to the left, 1 to the right. True when what is touched has changed.</summary>
    public bool Step(int way)
    {
        Frame++;
        PersonX = Math.Max(0, Math.Min(Width - person.Width, PersonX + way * personSpeed));
        MoveBlocks();
        bool before = Touching;
        Touching = Decide();
        Agreed += Touching == DecideAsPublished() ? 1 : 0;
        return Touching != before;
    }
}
