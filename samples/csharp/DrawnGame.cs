/*
 * DrawnGame.cs - the game on the screen, with MonoGame or FNA: red while pixels touch
 */
using System.IO;
using Hitmask;
using Microsoft.Xna.Framework;
using Microsoft.Xna.Framework.Graphics;
using Microsoft.Xna.Framework.Input;

sealed class DrawnGame : Game
{
    readonly GraphicsDeviceManager graphics;
    SpriteBatch batch;
    Texture2D person, block;
    FallingBlocks game;

    public DrawnGame()
    {
        graphics = new GraphicsDeviceManager(this);
        graphics.PreferredBackBufferWidth = FallingBlocks.Width;
        graphics.PreferredBackBufferHeight = FallingBlocks.Height;
        Content.RootDirectory = "Content";
    }

    protected override void LoadContent()
    {
        batch = new SpriteBatch(GraphicsDevice);
        person = Content.Load<Texture2D>("person");
        block = Content.Load<Texture2D>("block");
        // Only the published way needs the colours; hitmask needs the pack alone.
        var personColors = new Color[person.Width * person.Height];
        var blockColors = new Color[block.Width * block.Height];
        person.GetData(personColors);
        block.GetData(blockColors);
        using (Stream file = TitleContainer.OpenStream("art.hmk"))
        using (var bytes = new MemoryStream())
        {
            file.CopyTo(bytes);
            game = new FallingBlocks(Pack.Open(bytes.ToArray()), personColors, blockColors);
        }
    }

    protected override void Update(GameTime time)
    {
        KeyboardState keys = Keyboard.GetState();
        game.Step((keys.IsKeyDown(Keys.Right) ? 1 : 0) - (keys.IsKeyDown(Keys.Left) ? 1 : 0));
        base.Update(time);
    }

    protected override void Draw(GameTime time)
    {
        GraphicsDevice.Clear(game.Touching ? Color.Red : Color.CornflowerBlue);
        batch.Begin();
        batch.Draw(person, new Vector2(game.PersonX, game.PersonY), Color.White);
        foreach (FallingBlocks.Block one in game.Blocks)
            batch.Draw(block, new Vector2(one.X, one.Y), Color.White);
        batch.End();
        base.Draw(time);
    }
}
