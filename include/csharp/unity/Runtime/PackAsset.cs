using UnityEngine;

namespace Hitmask.Unity
{
    /// <summary>A pack among the assets: what the importer makes of a .hmk file.</summary>
    public sealed class PackAsset : ScriptableObject
    {
        [SerializeField, HideInInspector] byte[] bytes = new byte[0];
        Pack pack;

        /// <summary>The pack, opened when it is first used.</summary>
        public Pack Pack
        {
            get { return pack ?? (pack = Pack.Open(bytes)); }
        }

        /// <summary>Takes the bytes of a file.</summary>
        public void Load(byte[] from)
        {
            bytes = from;
            pack = null;
        }
    }
}
