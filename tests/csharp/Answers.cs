/*
 * Answers.cs - asks of Hitmask.cs what answers.c asks of the library, and prints the same numbers if all
 * answers are the same
 *
 *     Answers PACK ROUNDS
 *     Answers --open FILE...
 */
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Hitmask;

static class Answers
{
    static ulong digest, random;
    static long questions, allQuestions;

    static void Add(ulong number)
    {
        digest = unchecked((digest ^ number) * 0x9e3779b97f4a7c15UL);
        digest ^= digest >> 29;
    }

    static void Add(long number)
    {
        Add(unchecked((ulong)number));
    }

    static void AddPoint(int x, int y)
    {
        Add(unchecked((uint)x));
        Add(unchecked((uint)y));
    }

    static void AddHit(bool found, int x, int y)
    {
        questions++;
        Add(found ? 1UL : 0);
        AddPoint(found ? x : 0, found ? y : 0);
    }

    static void AddAnswer(long number)
    {
        questions++;
        Add(number);
    }

    static void AddAnswer(bool found)
    {
        AddAnswer(found ? 1 : 0);
    }

    static void AddText(string text)
    {
        questions++;
        foreach (byte part in Encoding.UTF8.GetBytes(text))
            Add((ulong)part);
    }

    static void AddBox(Box box)
    {
        questions++;
        AddPoint(box.X0, box.Y0);
        AddPoint(box.X1, box.Y1);
    }

    static uint Next()
    {
        random = unchecked(random * 6364136223846793005UL + 1442695040888963407UL);
        return unchecked((uint)(random >> 33));
    }

    static int Between(int low, int high)
    {
        return unchecked(low + (int)(Next() % ((uint)high - (uint)low + 1)));
    }

    static void Point(int x0, int y0, int x1, int y1, out int x, out int y)
    {
        x = Between(x0, x1);
        y = Between(y0, y1);
    }

    static readonly int[] far = { int.MinValue, int.MinValue + 1, -70000, 70000, int.MaxValue };

    static int FarAway()
    {
        return far[Next() % 5];
    }

    // ---- The sprites that are asked about

    static readonly List<Sprite> sprites = new List<Sprite>();

    static void MakeSprites(Pack pack)
    {
        var bits = new byte[90 * 25];
        random = 1;
        for (int i = 0; i < bits.Length; i++)
            bits[i] = unchecked((byte)(Next() | 0x11));
        sprites.Add(Sprite.FromBits(bits, 25, 200, 90));
        var noise = new byte[70 * 24];
        for (int i = 0; i < 24; i++)
        {
            int width = i % 3 == 0 ? 118 + i : 54 + i, height = 9 + (int)(Next() % 60);
            for (int k = 0; k < noise.Length; k++)
                noise[k] = unchecked((byte)(Next() >> 3 & Next() >> 3 & Next() >> 3));
            sprites.Add(Sprite.FromBits(noise, 24, width, height));
        }
        sprites.Add(Sprite.Box(90, 40));
        sprites.Add(Sprite.Box(1, 1));
        for (int i = 0; i < pack.Count && sprites.Count < 256 - 16; i++)
            sprites.Add(pack[i]);
        int upright = sprites.Count;
        for (int i = 0; i < 16; i++)
        {
            Sprite from = sprites[i * 5 % upright];
            if (BufferSize(from.Height, from.Width) <= 1 << 13)
                sprites.Add(from.Transposed());
        }
    }

    // hm_sprite_buffer_size, which leaves out the same large ones.
    static long BufferSize(int width, int height)
    {
        long stripes = (width + 63L) / 64;
        long blocks = width >= 256 && height >= 256 ? stripes * 4 * ((height - 1) / 1024 + 1) : 0;
        return (stripes * height + blocks) * 8 + 56;
    }

    static Sprite AnySprite()
    {
        uint i = Next() % (uint)sprites.Count, turn = Next() % 8;
        return turn < 4 ? sprites[(int)i].Flip((turn & 1) != 0, (turn & 2) != 0) : sprites[(int)i];
    }

    // ---- Sprites, animations, angles, boxes

    static readonly Spot[] corners = new Spot[1 << 14];

    static void AskLoops(Sprite sprite)
    {
        var at = new Placement { X = 700000, Y = -90000, PivotX = 9 * 65536, PivotY = 333333,
                                 ScaleX = 40000, ScaleY = -99999, Angle = 12345 };
        Shapes shapes = sprite.Shapes;
        for (var kind = ShapeKind.Outline; kind <= ShapeKind.Hull; kind++)
        {
            int loops = shapes.Count(kind);
            AddAnswer(loops);
            for (int i = 0; i <= loops; i++)
                for (int placed = 0; placed < 2; placed++)
                {
                    int n = placed == 1 ? shapes.LoopPlaced(kind, i, at, corners) : shapes.Loop(kind, i, corners);
                    AddAnswer(n);
                    for (int k = 0; k < n; k++)
                        Add(corners[k].X ^ corners[k].Y << 20);
                }
        }
    }

    static void AskSprites()
    {
        for (int i = 0; i < 4 * sprites.Count; i++)
        {
            Sprite sprite = sprites[i / 4].Flip((i & 1) != 0, (i & 2) != 0);
            int x, y;
            AddText(sprite.Name);
            AddAnswer((long)sprite.Width << 32 | (uint)sprite.Height);
            AddBox(sprite.Bounds);
            AddAnswer(sprite.SolidCount);
            AddAnswer(sprite.PivotX);
            AddAnswer(sprite.PivotY);
            Source source = sprite.Source;
            AddText(source.Name);
            AddText(source.Layer);
            AddBox(source.Part);
            AddBox(source.Place);
            AddAnswer(source.Turned);
            AddText(sprite.Data);
            for (int k = 0; sprite.GetPoint(k, out x, out y); k++)
                AddHit(true, x, y);
            AskLoops(sprite);
        }
    }

    static void AskAnimations(Pack pack, int rounds)
    {
        int animations = pack.AnimationCount;
        AddAnswer(animations);
        for (int i = 0; i < rounds && animations > 0; i++)
        {
            Animation animation = pack.AnimationAt(i % animations);
            long time = Next();
            time <<= (int)(Next() % 32);
            int index = animation.IndexAt(time, (Play)(Next() % 3));
            AddAnswer(animation.Duration);
            AddAnswer(index);
            AddAnswer(animation.DurationOf(index));
            AddText(index < animation.FrameCount ? animation[index].Name : "");
        }
    }

    static void AskAngles(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            uint angle = unchecked(Next() * 2);
            angle += Next() % 2;
            int c, s;
            Angle.Turn(unchecked((int)angle), out c, out s);
            AddHit(true, c, s);
            AddAnswer(Angle.Of(c - 3 * (long)(angle % 65536), s));
            long x = s * (1L << (int)(Next() % 40));
            long y = c * (1L << (int)(Next() % 40));
            AddAnswer(Angle.Of(x, y));
        }
    }

    static Box RandomBox()
    {
        int x, y, w, h;
        Point(-50, -50, 50, 50, out x, out y);
        Point(-5, -5, 50, 50, out w, out h);
        var box = new Box(x, y, x + w, y + h);
        if (Next() % 16 == 0)
            box.X1 = FarAway();
        return box;
    }

    static void AskBoxes(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            Box a = RandomBox(), b = RandomBox();
            int x, y;
            Point(-60, -60, 60, 60, out x, out y);
            int distant = FarAway();
            AddAnswer(a.Overlaps(b));
            AddBox(a.Intersection(b));
            AddBox(a.Union(b));
            AddAnswer(a.Contains(x, y));
            AddAnswer(a.Contains(b));
            AddBox(a.ToLocal(x, distant));
            AddBox(a.Moved(distant, y));
        }
    }

    // ---- Two sprites

    static Sprite a, b;
    static int atX, atY;

    static void NextQuestion()
    {
        a = AnySprite();
        b = AnySprite();
        Point(-b.Width, -b.Height, a.Width, a.Height, out atX, out atY);
        if (Next() % 32 == 0)
            atX = FarAway();
    }

    static void AskOverlap(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            int x, y;
            NextQuestion();
            AddAnswer(a.Overlaps(b, atX, atY));
            AddHit(a.Contact(b, atX, atY, out x, out y), x, y);
            AddAnswer(a.Area(b, atX, atY));
            AddAnswer(a.IsSolid(atX, atY));
        }
    }

    static void AskContact(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            int x, y, distance;
            long nx, ny;
            NextQuestion();
            var direction = (Direction)(Next() % 4);
            AddHit(a.Furthest(b, atX, atY, direction, out x, out y), x, y);
            AddAnswer(a.Exit(b, atX, atY, direction, 50, out distance));
            AddAnswer(distance);
            AddAnswer(a.Normal(b, atX, atY, out nx, out ny));
            Add(nx);
            Add(ny);
            if (i % 8 == 0)
                AddHit(a.Escape(b, atX, atY, 12, out x, out y), x, y);
        }
    }

    static void AskSweep(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            SweepResult sweep;
            int wayX, wayY;
            NextQuestion();
            Point(-60, -60, 60, 60, out wayX, out wayY);
            if (Next() % 32 == 0)
                wayY = FarAway();
            AddAnswer(a.Sweep(b, atX, atY, wayX, wayY, out sweep));
            AddSweep(ref sweep);
        }
    }

    static void AddSweep(ref SweepResult sweep)
    {
        AddHit(true, sweep.MovedX, sweep.MovedY);
        AddHit(true, sweep.HitX, sweep.HitY);
        AddHit(true, sweep.ContactX, sweep.ContactY);
        AddAnswer(sweep.Step);
        AddAnswer(sweep.NormalX);
        AddAnswer(sweep.NormalY);
    }

    static void AskShapes(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            Sprite sprite = AnySprite();
            int w = sprite.Width, h = sprite.Height, px, py, qx, qy, wayX, wayY, x, y;
            long steps;
            Point(-8, -8, w + 8, h + 8, out px, out py);
            Point(-8, -8, w + 8, h + 8, out qx, out qy);
            Point(-9, -9, 9, 9, out wayX, out wayY);
            AddHit(sprite.OverlapsBox(new Box(px, py, qx, qy), out x, out y), x, y);
            AddHit(sprite.OverlapsCircle(px, py, (int)(Next() % 30), out x, out y), x, y);
            AddHit(sprite.OverlapsSegment(px, py, qx, qy, out x, out y), x, y);
            AddHit(sprite.OverlapsRay(px, py, wayX, wayY, out x, out y, out steps), x, y);
            Add(steps);
            AddHit(sprite.OverlapsRay(int.MinValue, py, int.MaxValue, wayY, out x, out y, out steps), x, y);
            Add(steps);
            int distant = FarAway();
            AddHit(sprite.OverlapsCircle(distant, py, int.MaxValue - (int)(Next() % 100), out x, out y), x, y);
        }
    }

    static void AskPoints(int rounds)
    {
        int[] limits = { 1, 16, int.MaxValue };
        for (int i = 0; i < rounds; i++)
        {
            int x, y;
            NextQuestion();
            int limit = limits[Next() % 3];
            AddHit(a.PointsOverlap(b, atX, atY, limit, out x, out y), x, y);
            AddHit(a.PointsOverlapMap(b, atX, atY, limit, out x, out y), x, y);
            AddHit(a.PointsNear(b, atX, atY, (int)(Next() % 9), limit, out x, out y), x, y);
        }
    }

    // ---- Placements

    static Placement PlaceOf(Sprite sprite, int x, int y)
    {
        var place = new Placement { ScaleX = 65536, ScaleY = 65536 };
        place.X = x * 65536L + Between(0, 65535);
        place.Y = y * 65536L + Between(0, 65535);
        place.Angle = (int)Next();
        if (Next() % 2 == 0)
        {
            place.ScaleX = Between(20000, 150000);
            place.ScaleY = Between(-150000, 150000);
        }
        place.PivotX = sprite.PivotX;
        place.PivotY = sprite.PivotY;
        return place;
    }

    static void AddPlacedSweep(bool found, ref PlacedSweepResult sweep)
    {
        AddAnswer(found);
        AddAnswer(sweep.MovedX);
        AddAnswer(sweep.MovedY);
        AddAnswer(sweep.ContactX);
        AddAnswer(sweep.ContactY);
        AddAnswer(sweep.Step);
        AddHit(true, sweep.HitX, sweep.HitY);
        AddAnswer(sweep.NormalX);
        AddAnswer(sweep.NormalY);
    }

    static void AskPlaced(int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            int x, y;
            long nx, ny;
            NextQuestion();
            Placement p = PlaceOf(a, 0, 0), r = PlaceOf(b, atX / 2, atY / 2);
            AddAnswer(a.OverlapsPlaced(p, b, r));
            AddHit(a.ContactPlaced(p, b, r, out x, out y), x, y);
            AddAnswer(a.AreaPlaced(p, b, r));
            AddAnswer(a.NormalPlaced(p, b, r, out nx, out ny));
            Add(nx);
            Add(ny);
            AddBox(a.BoundsPlaced(p));
            r.Pixel(atX, atY, out x, out y);
            AddHit(true, x, y);
            if (i % 4 == 0)
            {
                PlacedSweepResult sweep;
                int wayX, wayY;
                Point(-3000000, -3000000, 3000000, 3000000, out wayX, out wayY);
                AddPlacedSweep(a.SweepPlaced(p, b, r, wayX, wayY, out sweep), ref sweep);
            }
        }
    }

    // ---- Worlds

    static void AddMet(bool found, Met met)
    {
        AddHit(found, met.X, met.Y);
        Add(found ? (long)met.Kind << 32 | (uint)met.Index : 0);
    }

    static readonly List<Met> hits = new List<Met>();

    static void AddList(int found)
    {
        if (found != hits.Count)
            throw new Exception("a list says another number than it has");
        foreach (Met met in hits)
            AddMet(true, met);
        hits.Clear();
    }

    static void AskShapesIn(World world, Sprite sprite)
    {
        int px, py, qx, qy;
        long steps;
        Met met;
        Point(-150, -150, 300, 200, out px, out py);
        Point(-60, -60, 60, 60, out qx, out qy);
        var box = new Box(px, py, px + qx, py + 30);
        int radius = (int)(Next() % 40);
        AddMet(world.Point(px, py, out met), met);
        AddMet(world.Box(box, out met), met);
        AddMet(world.Circle(px, py, radius, out met), met);
        AddMet(world.Segment(px, py, qx, qy, out met), met);
        AddMet(world.Ray(px, py, qx, qy, out met, out steps), met);
        Add(steps);
        AddList(world.ListPoint(px, py, hits));
        AddList(world.ListBox(box, hits));
        AddList(world.ListCircle(px, py, radius, hits));
    }

    static void AskSpriteIn(World world, Sprite sprite)
    {
        int x, y, wayX, wayY, moveX, moveY, distance;
        long nx, ny;
        Met met;
        SweepResult sweep;
        Point(-150, -150, 300, 200, out x, out y);
        Point(-60, -60, 60, 60, out wayX, out wayY);
        AddMet(world.Overlaps(sprite, x, y, out met), met);
        AddAnswer(world.Area(sprite, x, y));
        AddAnswer(world.Normal(sprite, x, y, out nx, out ny));
        Add(nx);
        Add(ny);
        AddMet(world.Sweep(sprite, x, y, wayX, wayY, out sweep, out met), met);
        AddSweep(ref sweep);
        AddList(world.List(sprite, x, y, hits));
        AddAnswer(world.Exit(sprite, x, y, Direction.Up, 30, out distance));
        AddAnswer(distance);
        AddHit(world.Escape(sprite, x, y, 6, out moveX, out moveY), moveX, moveY);
    }

    static void AskSlide(World world, Sprite sprite)
    {
        int x, y, wayX, wayY;
        SlideResult slide;
        Point(-240, -240, 400, 200, out x, out y);
        Point(-80, -80, 80, 80, out wayX, out wayY);
        int up = (int)(Next() % 4), down = (int)(Next() % 4);
        AddAnswer(world.Slide(sprite, x, y, wayX, wayY, up, down, out slide));
        AddHit(slide.OnGround, slide.MovedX, slide.MovedY);
        AddHit(true, slide.MovedX, slide.MovedY);
        AddHit(true, slide.HitX, slide.HitY);
        AddHit(true, slide.ContactX, slide.ContactY);
        AddAnswer((slide.BlockedX ? 4 : 0) + (slide.BlockedY ? 2 : 0) + (slide.Stuck ? 1 : 0));
        AddAnswer((long)slide.Kind << 32 | (uint)slide.Index);
        AddAnswer((long)slide.GroundKind << 32 | (uint)slide.GroundIndex);
        AddAnswer(slide.NormalX);
        AddAnswer(slide.NormalY);
        AddAnswer(slide.Rise);
    }

    static void AskPlacedIn(World world, Sprite sprite)
    {
        int x, y, wayX, wayY;
        Met met;
        PlacedSweepResult turned;
        Point(-150, -150, 300, 200, out x, out y);
        Point(-60, -60, 60, 60, out wayX, out wayY);
        Placement at = PlaceOf(sprite, x, y);
        AddMet(world.OverlapsPlaced(sprite, at, out met), met);
        AddList(world.ListPlaced(sprite, at, hits));
        bool found = world.SweepPlaced(sprite, at, wayX * 65536L, wayY * 65536L, out turned, out met);
        AddPlacedSweep(found, ref turned);
        AddMet(found, met);
    }

    static World MakeWorld()
    {
        var crowd = new Crowd();
        var placed = new PlacedCrowd();
        int x, y;
        for (int i = 0; i < 40; i++)
        {
            Sprite sprite = AnySprite();
            Point(-150, -150, 300, 200, out x, out y);
            crowd.Add(sprite, x, y);
            if (i % 5 == 0)
                crowd.Hide(i);
        }
        for (int i = 0; i < 12; i++)
        {
            Sprite sprite = AnySprite();
            Point(-150, -150, 300, 200, out x, out y);
            placed.Add(sprite, i % 2 == 0 ? Placement.Of(sprite, x, y, (int)Next()) : PlaceOf(sprite, x, y));
        }
        var cells = new uint[20 * 12];
        for (int i = 0; i < cells.Length; i++)
        {
            cells[i] = Next() % (uint)(sprites.Count * 3);
            cells[i] |= Next() % 16 << 28;
        }
        Sprite[] upright = sprites.ToArray(), across = sprites.ToArray();
        Array.Reverse(across);
        var world = new World { TerrainX = 30, TerrainY = 120, TilesX = -100, TilesY = -90, Crowd = crowd, Placed = placed };
        world.Tiles = new TileMap(20, 12, 32, 32, cells, upright, across);
        world.Terrain = sprites[(int)(Next() % (uint)sprites.Count)];
        world.SelfKind = Next() % 2 == 1 ? Kind.Placed : Kind.Crowd;
        world.SelfIndex = 2;
        return world;
    }

    static void AskWorlds(int rounds, Action<World, Sprite> ask)
    {
        World all = null;
        for (int i = 0; i < rounds; i++)
        {
            if (i % 40 == 0)
                all = MakeWorld();
            int part = i / 8 % 5;
            var world = new World { TerrainX = all.TerrainX, TerrainY = all.TerrainY, TilesX = all.TilesX,
                                    TilesY = all.TilesY, SelfKind = all.SelfKind, SelfIndex = all.SelfIndex };
            world.Terrain = part == 0 || part == 1 ? all.Terrain : null;
            world.Tiles = part == 0 || part == 2 ? all.Tiles : null;
            world.Crowd = part == 0 || part == 3 ? all.Crowd : null;
            world.Placed = part == 0 || part == 4 ? all.Placed : null;
            ask(world, AnySprite());
        }
    }

    // ---- Damaged packs

    static bool IsHuge(Sprite sprite)
    {
        Box box = sprite.Bounds;
        return (long)box.X1 - box.X0 > 500 || (long)box.Y1 - box.Y0 > 500;
    }

    static void AskOpened(Pack pack)
    {
        for (int i = 0; i < pack.Count; i += pack.Count / 5 + 1)
        {
            int x, y;
            Sprite one = pack[i].Flip((i & 1) != 0, (i & 2) != 0), other = pack[(i + 1) % pack.Count];
            AddBox(one.Bounds);
            AddAnswer(one.SolidCount);
            AddAnswer(one.PivotX ^ one.PivotY);
            for (int k = 0; k < 9 && one.GetPoint(k, out x, out y); k++)
                AddHit(true, x, y);
            AddAnswer(one.Overlaps(other, 5, -3));
            // Texts and shapes of a damaged pack may be any, but they come from inside the pack.
            if (one.Name == null || one.Source.Name == null || one.Data == null || one.Shapes.Count(ShapeKind.Outline) < 0)
                throw new Exception("a sprite without a text");
            for (int k = 0; k < one.Shapes.Count(ShapeKind.Pieces) && k < 3; k++)
                one.Shapes.Loop(ShapeKind.Pieces, k);
            if (IsHuge(one) || IsHuge(other))
                continue;
            AddHit(one.Contact(other, 5, -3, out x, out y), x, y);
            AddAnswer(one.Area(other, -7, 2));
            AddHit(one.PointsOverlap(other, 3, 3, 50, out x, out y), x, y);
            AddHit(one.PointsOverlapMap(other, 3, 3, 50, out x, out y), x, y);
            AddHit(one.OverlapsCircle(20, 20, 9, out x, out y), x, y);
            Placement p = Placement.Of(one, 0, 0, 5000), q = Placement.Of(other, 9, 9, 300);
            AddHit(one.ContactPlaced(p, other, q, out x, out y), x, y);
        }
        for (int i = 0; i < pack.AnimationCount; i++)
        {
            Animation animation = pack.AnimationAt(i);
            AddAnswer(animation.Duration);
            AddAnswer(animation.IndexAt(12345, Play.PingPong));
        }
    }

    static PackError Verdict(byte[] bytes, int size)
    {
        PackError error = PackError.None;
        Pack pack = null;
        try
        {
            pack = Pack.Open(bytes, 0, size);
        }
        catch (PackException fault)
        {
            error = fault.Error;
            if (fault.Message != PackException.Text(error))
                throw new Exception("the text is not that of the fault");
        }
        AddAnswer((int)error);
        Add(pack != null ? pack.Count : 0L);
        if (pack != null)
            AskOpened(pack);
        return error;
    }

    static void AskDamaged(byte[] bytes)
    {
        int size = bytes.Length;
        Verdict(bytes, size);
        for (int length = 0; length < size; length += length < 4096 ? 1 : 997)
            Verdict(bytes, length);
        for (uint i = 0; i < 20000 && size > 0; i++)
        {
            int at = (int)(Next() % (uint)(i % 2 == 1 ? size : Math.Min(size, 700)));
            byte was = bytes[at];
            uint draw = Next();
            bytes[at] = unchecked((byte)(i % 3 == 0 ? draw : i % 3 == 1 ? was ^ 1u << (int)(draw % 8) : 0xff));
            Verdict(bytes, size);
            bytes[at] = was;
        }
    }

    // ---- All of it

    static void Ask(string name, Action ask)
    {
        digest = random = 1;
        questions = 0;
        ask();
        Console.Write(name + " " + digest.ToString("x16") + " " + questions + "\n");
        allQuestions += questions;
    }

    static int Main(string[] args)
    {
        if (args.Length >= 2 && args[0] == "--open")
        {
            for (int i = 1; i < args.Length; i++)
            {
                byte[] bytes = File.ReadAllBytes(args[i]);
                Console.Write(args[i] + ": " + PackException.Text(Verdict(bytes, bytes.Length)) + "\n");
                Ask("damaged", () => AskDamaged(bytes));
            }
            return 0;
        }
        Pack pack = Pack.Open(File.ReadAllBytes(args[0]));
        int rounds = int.Parse(args[1]);
        MakeSprites(pack);
        Ask("sprites", AskSprites);
        Ask("animations", () => AskAnimations(pack, rounds));
        Ask("angles", () => AskAngles(rounds));
        Ask("boxes", () => AskBoxes(rounds));
        Ask("overlap", () => AskOverlap(rounds * 4));
        Ask("contact", () => AskContact(rounds));
        Ask("sweep", () => AskSweep(rounds));
        Ask("shapes", () => AskShapes(rounds * 2));
        Ask("points", () => AskPoints(rounds));
        Ask("placed", () => AskPlaced(rounds / 2));
        Ask("world-shapes", () => AskWorlds(rounds / 2, AskShapesIn));
        Ask("world-sprites", () => AskWorlds(rounds / 4, AskSpriteIn));
        Ask("world-slides", () => AskWorlds(rounds / 4, AskSlide));
        Ask("world-placed", () => AskWorlds(rounds / 8, AskPlacedIn));
        Console.Write(allQuestions + " questions\n");
        return 0;
    }
}
