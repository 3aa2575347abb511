/*
 * UnityTests.cs - the package for Unity against stubs of the engine: its component touches, and its importer takes packs
 *
 *     UnityTests PACK DAMAGED
 */
using System;
using System.Collections.Generic;
using System.Reflection;
using Hitmask;
using Hitmask.Unity;
using Hitmask.Unity.Editing;
using UnityEngine;
using UnityEditor.AssetImporters;

static class UnityTests
{
    static void Is<T>(T said, T wanted, string what)
    {
        if (!EqualityComparer<T>.Default.Equals(said, wanted))
            throw new Exception(what + " is " + said + ", wanted " + wanted);
    }

    static void Call(object of, string method)
    {
        of.GetType().GetMethod(method, BindingFlags.NonPublic | BindingFlags.Instance).Invoke(of, null);
    }

    static PixelCollider Make(PackAsset pack, string name, float x, float y, Hitmask.Sprite mask)
    {
        var shown = new SpriteRenderer();
        shown.sprite = new UnityEngine.Sprite { name = name, pixelsPerUnit = 100, rect = new Rect(0, 0, mask.Width, mask.Height) };
        shown.sprite.pivot = new Vector2(mask.Width / 2f, mask.Height / 2f);
        var collider = new PixelCollider { pack = pack };
        collider.transform = new Transform { position = new Vector3(x / 100, y / 100, 0), lossyScale = new Vector3(1, 1, 1) };
        Components.Set(collider, shown);
        Call(collider, "OnEnable");
        return collider;
    }

    static PackAsset Import(string path, out string said)
    {
        var context = new AssetImportContext { assetPath = path };
        new PackImporter().OnImportAsset(context);
        said = context.Said;
        return (PackAsset)context.Main;
    }

    static int Main(string[] args)
    {
        string said;
        Import(args[1], out said);
        Is(said, args[1] + ": not a hitmask pack", "what is said of a damaged file");
        PackAsset asset = Import(args[0], out said);
        Is(said, null, "what is said of a pack");
        Hitmask.Sprite ring = asset.Pack.Find("sprites/ring.png"), ball = asset.Pack.Find("sprites/ball.png");

        // A ball in the middle of a ring is free; moved up and turned it is as the library says of it.
        PixelCollider outer = Make(asset, "sprites/ring", 0, 0, ring), inner = Make(asset, "sprites/ball", 0, 0, ball);
        int entered = 0, stayed = 0, left = 0;
        outer.OnPixelEnter.Listeners += other => entered += ReferenceEquals(other, inner) ? 1 : 100;
        outer.OnPixelStay.Listeners += other => stayed++;
        outer.OnPixelExit.Listeners += other => left++;
        for (int frame = 1; frame <= 60; frame++)
        {
            Time.frameCount = frame;
            inner.transform.position = new Vector3(0, frame / 100f, 0);
            inner.transform.eulerAngles = new Vector3(0, 0, frame);
            Call(outer, "LateUpdate");
            Call(inner, "LateUpdate");
            Placement p = Placement.Of(ring, -ring.Width / 2, -ring.Height / 2, 0), q = Placement.Of(ball, 0, 0, 0);
            p.PivotX = ring.Width * 32768L;
            p.PivotY = ring.Height * 32768L;
            p.X = p.Y = 0;
            q.PivotX = ball.Width * 32768L;
            q.PivotY = ball.Height * 32768L;
            q.X = 0;
            q.Y = -frame * 65536L;
            q.Angle = (int)Math.Round(-frame * 65536.0 / 360);
            Is(outer.Touches(inner), ring.OverlapsPlaced(p, ball, q), "what touches in frame " + frame);
        }
        Is(entered, 1, "how often the ball enters");
        Is(left, 1, "how often it leaves");
        Is(stayed > 3, true, "that it stays a while");

        // The whole box, another mask, and shapes for the physics.
        inner.transform.position = new Vector3(0, 0, 0);
        inner.transform.eulerAngles = new Vector3(0, 0, 0);
        outer.solid = PixelCollider.Solid.Box;
        Is(outer.Touches(inner), true, "a box is touched in its middle");
        outer.solid = PixelCollider.Solid.CustomMask;
        outer.customMask = "sprites/full.png";
        Is(outer.Mask.Name, "sprites/full.png", "the other mask");
        var sprite = new UnityEngine.Sprite();
        Is(PhysicsShapes.Apply(sprite, ball), true, "that the ball has polygons");
        Is(sprite.Shapes.Count > 0 && sprite.Shapes[0].Length > 2, true, "that the sprite has them");
        foreach (Vector2 corner in sprite.Shapes[0])
            Is(corner.x >= 0 && corner.x <= ball.Width && corner.y >= 0 && corner.y <= ball.Height, true, "that corners lie in the rect");
        return 0;
    }
}
