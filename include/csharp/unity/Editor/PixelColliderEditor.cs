using UnityEditor;
using UnityEngine;

namespace Hitmask.Unity.Editing
{
    /// <summary>The inspector of a Pixel Collider: its fields, and its mask over the sprite.</summary>
    [CustomEditor(typeof(PixelCollider))]
    public sealed class PixelColliderEditor : Editor
    {
        Hitmask.Sprite drawn;
        Texture2D overlay;

        /// <summary>Draws the fields, then the preview.</summary>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            var collider = (PixelCollider)target;
            Hitmask.Sprite mask = collider.Mask;
            var shown = collider.GetComponent<SpriteRenderer>();
            if (mask == null || shown == null || shown.sprite == null)
            {
                EditorGUILayout.HelpBox("The pack has no mask of this name.", MessageType.Info);
                return;
            }
            EditorGUILayout.LabelField("Mask", mask.Name + "  " + mask.Width + " x " + mask.Height + ", " +
                                       mask.SolidCount + " pixels");
            if (!ReferenceEquals(mask, drawn))
                Draw(mask);
            float width = Mathf.Min(EditorGUIUtility.currentViewWidth - 40, mask.Width * 4);
            Rect area = GUILayoutUtility.GetRect(width, width * mask.Height / mask.Width);
            UnityEngine.Sprite sprite = shown.sprite;
            Rect part = sprite.rect;
            var whole = new Vector2(sprite.texture.width, sprite.texture.height);
            var inside = new Rect(part.x / whole.x, part.y / whole.y, part.width / whole.x, part.height / whole.y);
            GUI.DrawTextureWithTexCoords(area, sprite.texture, inside);
            GUI.DrawTexture(area, overlay, ScaleMode.StretchToFill, true);
        }

        // Rows of a texture count from below.
        void Draw(Hitmask.Sprite mask)
        {
            if (overlay != null)
                DestroyImmediate(overlay);
            overlay = new Texture2D(mask.Width, mask.Height) { filterMode = FilterMode.Point };
            var pixels = new Color32[mask.Width * mask.Height];
            for (int y = 0; y < mask.Height; y++)
                for (int x = 0; x < mask.Width; x++)
                    if (mask.IsSolid(x, y))
                        pixels[(mask.Height - 1 - y) * mask.Width + x] = new Color32(255, 0, 96, 128);
            overlay.SetPixels32(pixels);
            overlay.Apply();
            drawn = mask;
        }

        void OnDisable()
        {
            if (overlay != null)
                DestroyImmediate(overlay);
        }
    }
}
