using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Events;

namespace Hitmask.Unity
{
    /// <summary>Touches other Pixel Colliders where pixels do. It follows the position, rotation, scale and flips of
    /// its object.</summary>
    [RequireComponent(typeof(SpriteRenderer))]
    [AddComponentMenu("Physics 2D/Pixel Collider")]
    public sealed class PixelCollider : MonoBehaviour
    {
        /// <summary>The part of an object that is solid.</summary>
        public enum Solid
        {
            /// <summary>The mask of the sprite that is shown.</summary>
            Sprite,
            /// <summary>Another mask of the pack.</summary>
            CustomMask,
            /// <summary>The whole box of the sprite.</summary>
            Box
        }

        /// <summary>An event that says which collider it is about.</summary>
        [Serializable]
        public sealed class ColliderEvent : UnityEvent<PixelCollider>
        {
        }

        /// <summary>The pack of the masks.</summary>
        public PackAsset pack;
        /// <summary>The part that is solid.</summary>
        public Solid solid;
        /// <summary>The name of the other mask.</summary>
        public string customMask = "";
        /// <summary>When pixels begin to touch, touch, and touch no longer.</summary>
        public ColliderEvent OnPixelEnter = new ColliderEvent(), OnPixelStay = new ColliderEvent(),
                             OnPixelExit = new ColliderEvent();

        static readonly List<PixelCollider> all = new List<PixelCollider>();
        static int lastFrame = -1;

        readonly HashSet<PixelCollider> touched = new HashSet<PixelCollider>();
        SpriteRenderer shown;
        UnityEngine.Sprite known;
        Hitmask.Sprite mask;
        string knownMask;
        Solid knownSolid;
        Placement place;
        Box box;

        void OnEnable()
        {
            shown = GetComponent<SpriteRenderer>();
            known = null;
            all.Add(this);
        }

        void OnDisable()
        {
            all.Remove(this);
            foreach (PixelCollider other in new List<PixelCollider>(touched))
                Part(this, other);
        }

        // The first collider of a frame asks for all of them, after all have moved.
        void LateUpdate()
        {
            if (lastFrame == Time.frameCount)
                return;
            lastFrame = Time.frameCount;
            var list = new List<PixelCollider>(all);
            foreach (PixelCollider one in list)
                one.Refresh();
            for (int i = 0; i < list.Count; i++)
                for (int k = i + 1; k < list.Count; k++)
                    Compare(list[i], list[k]);
        }

        static void Compare(PixelCollider a, PixelCollider b)
        {
            bool touches = a.mask != null && b.mask != null && a.box.Overlaps(b.box) &&
                           a.mask.OverlapsPlaced(a.place, b.mask, b.place);
            if (!touches)
            {
                if (a.touched.Contains(b))
                    Part(a, b);
                return;
            }
            bool isNew = a.touched.Add(b);
            b.touched.Add(a);
            (isNew ? a.OnPixelEnter : a.OnPixelStay).Invoke(b);
            (isNew ? b.OnPixelEnter : b.OnPixelStay).Invoke(a);
        }

        static void Part(PixelCollider a, PixelCollider b)
        {
            a.touched.Remove(b);
            b.touched.Remove(a);
            a.OnPixelExit.Invoke(b);
            b.OnPixelExit.Invoke(a);
        }

        /// <summary>True if pixels of both touch where they are now.</summary>
        public bool Touches(PixelCollider other)
        {
            Refresh();
            other.Refresh();
            return mask != null && other.mask != null && mask.OverlapsPlaced(place, other.mask, other.place);
        }

        /// <summary>The mask that counts; null when the pack has none of that name.</summary>
        public Hitmask.Sprite Mask
        {
            get
            {
                Refresh();
                return mask;
            }
        }

        /// <summary>Finds the mask again, and where it is.</summary>
        public void Refresh()
        {
            UnityEngine.Sprite sprite = shown != null ? shown.sprite : null;
            if (sprite != known || solid != knownSolid || customMask != knownMask)
                FindMask(sprite);
            if (mask == null)
                return;
            // Unity's y points up and its angles grow the other way; here both are those of the screen.
            float pixels = sprite.pixelsPerUnit;
            Vector3 at = transform.position, scale = transform.lossyScale;
            place.X = Fixed(at.x * pixels);
            place.Y = Fixed(-at.y * pixels);
            place.PivotX = Fixed(sprite.pivot.x);
            place.PivotY = Fixed(sprite.rect.height - sprite.pivot.y);
            place.ScaleX = (int)Fixed(shown.flipX ? -scale.x : scale.x);
            place.ScaleY = (int)Fixed(shown.flipY ? -scale.y : scale.y);
            place.Angle = (int)Math.Round(-transform.eulerAngles.z * 65536.0 / 360);
            box = mask.BoundsPlaced(place);
        }

        void FindMask(UnityEngine.Sprite sprite)
        {
            known = sprite;
            knownSolid = solid;
            knownMask = customMask;
            mask = null;
            if (sprite == null)
                return;
            string name = solid == Solid.CustomMask ? customMask : sprite.name;
            if (solid == Solid.Box)
                mask = Hitmask.Sprite.Box((int)sprite.rect.width, (int)sprite.rect.height);
            else if (pack != null)
                mask = Find(pack.Pack, name);
            if (mask == null)
                Debug.LogWarning("hitmask: the pack has no mask '" + name + "'", this);
        }

        // Unity leaves out the extension of a picture, and numbers the sprites of a sheet with _0.
        static Hitmask.Sprite Find(Pack pack, string name)
        {
            Hitmask.Sprite found;
            if (pack.TryFind(name, out found) || pack.TryFind(name + ".png", out found))
                return found;
            int line = name.LastIndexOf('_');
            if (line > 0)
                pack.TryFind(name.Substring(0, line) + ".png#" + name.Substring(line + 1), out found);
            return found;
        }

        static long Fixed(double value)
        {
            return (long)Math.Round(value * 65536);
        }
    }
}
