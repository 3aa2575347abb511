using System.IO;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Hitmask.Unity.Editing
{
    /// <summary>Makes a PackAsset of a .hmk file. A damaged file is an error at the asset.</summary>
    [ScriptedImporter(1, "hmk")]
    public sealed class PackImporter : ScriptedImporter
    {
        /// <summary>Imports a file.</summary>
        public override void OnImportAsset(AssetImportContext context)
        {
            var asset = ScriptableObject.CreateInstance<PackAsset>();
            byte[] bytes = File.ReadAllBytes(context.assetPath);
            try
            {
                Pack.Open(bytes);
                asset.Load(bytes);
            }
            catch (PackException fault)
            {
                context.LogImportError(context.assetPath + ": " + fault.Message);
            }
            context.AddObjectToAsset("pack", asset);
            context.SetMainObject(asset);
        }
    }
}
