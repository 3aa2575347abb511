using System;
using System.Collections.Generic;
using UnityEngine;

namespace Hitmask.Unity
{
    /// <summary>Shapes of masks for the physics of Unity.</summary>
    public static class PhysicsShapes
    {
        /// <summary>The loops of a kind in the pixels of a sprite's rect, from its lower left corner. Corners that lie
        /// outside by the tolerance of the bake are moved to its edge.</summary>
        public static List<Vector2[]> Of(Hitmask.Sprite mask, ShapeKind kind)
        {
            var loops = new List<Vector2[]>();
            for (int i = 0; i < mask.Shapes.Count(kind); i++)
            {
                Spot[] corners = mask.Shapes.Loop(kind, i);
                var loop = new Vector2[corners.Length];
                for (int k = 0; k < loop.Length; k++)
                    loop[k] = new Vector2(Inside(corners[k].X, mask.Width),
                                          mask.Height - Inside(corners[k].Y, mask.Height));
                loops.Add(loop);
            }
            return loops;
        }

        static float Inside(long at, int size)
        {
            return Math.Min(Math.Max(at, 0), size * 65536L) / 65536f;
        }

        /// <summary>Gives a sprite the polygons of its mask. False when the bake made none.</summary>
        public static bool Apply(UnityEngine.Sprite sprite, Hitmask.Sprite mask)
        {
            List<Vector2[]> loops = Of(mask, ShapeKind.Polygons);
            if (loops.Count == 0)
                return false;
            sprite.OverridePhysicsShape(loops);
            return true;
        }
    }
}
