/*
 * Png.cs - the colours of a PNG of 8-bit RGB, for games without a display: others take Texture2D.GetData
 */
using System;
using System.IO;
using System.IO.Compression;
using Microsoft.Xna.Framework;

static class Png
{
    static int Number(byte[] bytes, int at)
    {
        return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    }

    /// <summary>Reads a picture. Magenta is transparent, as the texture processor of XNA makes it.</summary>
    public static Color[] Read(string path)
    {
        byte[] file = File.ReadAllBytes(path);
        int width = Number(file, 16), height = Number(file, 20);
        if (file[24] != 8 || file[25] != 2 || file[28] != 0)
            throw new InvalidDataException(path + ": only PNG of 8-bit RGB without interlace");
        var packed = new MemoryStream();
        for (int at = 8; at < file.Length; at += 12 + Number(file, at))
            if (file[at + 4] == 'I' && file[at + 5] == 'D')
                packed.Write(file, at + 8, Number(file, at));
        packed.Position = 2;
        var rows = new MemoryStream();
        using (var inflated = new DeflateStream(packed, CompressionMode.Decompress))
            inflated.CopyTo(rows);
        return Paint(Unfilter(rows.ToArray(), width * 3, height), width, height);
    }

    // Undoes what each row says was done to it: nothing, or the difference from the left, above, both, or Paeth's.
    static byte[] Unfilter(byte[] rows, int stride, int height)
    {
        var pixels = new byte[stride * height];
        for (int y = 0; y < height; y++)
            for (int i = 0; i < stride; i++)
            {
                int left = i >= 3 ? pixels[y * stride + i - 3] : 0, up = y > 0 ? pixels[(y - 1) * stride + i] : 0;
                int corner = i >= 3 && y > 0 ? pixels[(y - 1) * stride + i - 3] : 0;
                int filter = rows[y * (stride + 1)];
                int guess = filter == 1 ? left
                          : filter == 2 ? up
                          : filter == 3 ? (left + up) / 2
                          : filter == 4 ? Paeth(left, up, corner) : 0;
                pixels[y * stride + i] = (byte)(rows[y * (stride + 1) + 1 + i] + guess);
            }
        return pixels;
    }

    static int Paeth(int left, int up, int corner)
    {
        int toLeft = Math.Abs(up - corner), toUp = Math.Abs(left - corner), toCorner = Math.Abs(left + up - 2 * corner);
        return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    }

    static Color[] Paint(byte[] pixels, int width, int height)
    {
        var colors = new Color[width * height];
        for (int i = 0; i < colors.Length; i++)
        {
            int r = pixels[3 * i], g = pixels[3 * i + 1], b = pixels[3 * i + 2];
            bool magenta = r == 255 && g == 0 && b == 255;
            colors[i] = new Color(r, g, b, magenta ? 0 : 255);
        }
        return colors;
    }
}
