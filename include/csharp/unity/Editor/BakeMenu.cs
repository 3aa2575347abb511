using System;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using UnityEditor;

namespace Hitmask.Unity.Editing
{
    /// <summary>Assets > Hitmask > Bake this folder: calls the tool.</summary>
    public static class BakeMenu
    {
        const string menu = "Assets/Hitmask/Bake this folder", toolKey = "Hitmask.Tool", optionsKey = "Hitmask.Options";

        [MenuItem(menu, true)]
        static bool CanBake()
        {
            return Selection.activeObject != null &&
                   AssetDatabase.IsValidFolder(AssetDatabase.GetAssetPath(Selection.activeObject));
        }

        [MenuItem(menu)]
        static void Bake()
        {
            string folder = AssetDatabase.GetAssetPath(Selection.activeObject);
            Bake(folder, folder + ".hmk");
            AssetDatabase.ImportAsset(folder + ".hmk");
        }

        /// <summary>Bakes a folder into a pack. Messages of the tool appear in the console.</summary>
        public static bool Bake(string folder, string output)
        {
            string tool = EditorPrefs.GetString(toolKey, "hitmask");
            string options = EditorPrefs.GetString(optionsKey, "--preset unity");
            string files = " \"" + folder + "\" -o \"" + output + "\"";
            var start = new ProcessStartInfo(tool, "bake --no-summary --write-if-changed " + options + files)
            {
                UseShellExecute = false,
                RedirectStandardError = true,
                WorkingDirectory = Directory.GetCurrentDirectory(),
            };
            try
            {
                using (Process process = Process.Start(start))
                {
                    string said = process.StandardError.ReadToEnd();
                    process.WaitForExit();
                    foreach (string line in said.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries))
                    {
                        if (process.ExitCode != 0)
                            UnityEngine.Debug.LogError(line);
                        else
                            UnityEngine.Debug.LogWarning(line);
                    }
                    return process.ExitCode == 0;
                }
            }
            catch (Win32Exception fault)
            {
                UnityEngine.Debug.LogError("hitmask: '" + tool + "' does not run: " + fault.Message +
                                           ". Edit > Preferences > Hitmask says where it is.");
                return false;
            }
        }

        static void Ask(string label, string key, string otherwise)
        {
            EditorPrefs.SetString(key, EditorGUILayout.TextField(label, EditorPrefs.GetString(key, otherwise)));
        }

        [SettingsProvider]
        static SettingsProvider Preferences()
        {
            return new SettingsProvider("Preferences/Hitmask", SettingsScope.User)
            {
                label = "Hitmask",
                guiHandler = search =>
                {
                    Ask("Tool", toolKey, "hitmask");
                    Ask("Options", optionsKey, "--preset unity");
                },
            };
        }
    }
}
