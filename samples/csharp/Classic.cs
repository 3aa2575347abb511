/*
 * Classic.cs - the loop over single pixels, as tutorials of XNA have it
 */
using System;
using Microsoft.Xna.Framework;

static class Classic
{
    /// <summary>True if a pixel that is not transparent lies on another one: looks at each pixel of the rectangle that
    /// both pictures share.</summary>
    public static bool PixelsMeet(Rectangle boxA, Color[] colorsA, Rectangle boxB, Color[] colorsB)
    {
        int left = Math.Max(boxA.Left, boxB.Left), right = Math.Min(boxA.Right, boxB.Right);
        int top = Math.Max(boxA.Top, boxB.Top), bottom = Math.Min(boxA.Bottom, boxB.Bottom);
        for (int y = top; y < bottom; y++)
            for (int x = left; x < right; x++)
            {
                Color a = colorsA[(y - boxA.Top) * boxA.Width + x - boxA.Left];
                Color b = colorsB[(y - boxB.Top) * boxB.Width + x - boxB.Left];
                if (a.A != 0 && b.A != 0)
                    return true;
            }
        return false;
    }
}
