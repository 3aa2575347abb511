// pile.cpp - Box2D 2.4 and the exported shapes: all that a game needs to let sprites collide by their pieces
#include "pile.h"

#include "crates.h"

#include <cmath>
#include <cstring>
#include <vector>

namespace
{
const float metre = CRATES_PIXELS_PER_METRE;
const float pi = 3.14159265f;

// Box2D counts in metres, y up.
b2Vec2 in_metres(float x, float y)
{
    return b2Vec2(x / metre, -y / metre);
}
} // namespace

struct pile {
    b2World world{b2Vec2(0.0f, -10.0f)};
    bool boxes;
    std::vector<b2Body *> bodies;
    std::vector<int> sprites;
};

int pile_find(const char *name)
{
    for (int i = 0; i < CRATES_SPRITES; i++)
        if (std::strcmp(crates_shapes[i].name, name) == 0)
            return i;
    return -1;
}

int pile_piece_count(int sprite)
{
    return crates_shapes[sprite].count;
}

pile *pile_new(int width, int height, bool boxes)
{
    pile *const made = new pile;
    const float right = static_cast<float>(width), bottom = static_cast<float>(height);
    const b2Vec2 corners[] = {in_metres(0.0f, -1000.0f), in_metres(0.0f, bottom), in_metres(right, bottom),
                              in_metres(right, -1000.0f)};
    b2BodyDef still;
    b2Body *const pit = made->world.CreateBody(&still);
    for (int i = 0; i < 3; i++) {
        b2EdgeShape edge;
        edge.SetTwoSided(corners[i], corners[i + 1]);
        pit->CreateFixture(&edge, 0.0f);
    }
    made->boxes = boxes;
    return made;
}

void pile_free(pile *pile)
{
    delete pile;
}

static void add_shape(b2Body *body, const b2PolygonShape &shape)
{
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1.0f;
    fixture.friction = 0.6f;
    body->CreateFixture(&fixture);
}

void pile_drop(pile *pile, int sprite, int x, int y, pile_box box)
{
    b2BodyDef falling;
    falling.type = b2_dynamicBody;
    falling.bullet = !pile->boxes; // thin pieces, such as those of a ring, must not pass through each other
    falling.position = in_metres(static_cast<float>(x), static_cast<float>(y));
    b2Body *const body = pile->world.CreateBody(&falling);
    b2PolygonShape shape;
    if (pile->boxes) {
        const b2Vec2 half = 0.5f * in_metres(static_cast<float>(box.x1 - box.x0), static_cast<float>(box.y0 - box.y1));
        const b2Vec2 middle = 0.5f * in_metres(static_cast<float>(box.x0 + box.x1), static_cast<float>(box.y0 + box.y1));
        shape.SetAsBox(half.x, half.y, middle, 0.0f);
        add_shape(body, shape);
    } else {
        const crates_shape &pieces = crates_shapes[sprite];
        for (int i = pieces.first; i < pieces.first + pieces.count; i++) {
            shape.Set(&crates_corners[crates_pieces[i].first], crates_pieces[i].count);
            add_shape(body, shape);
        }
    }
    pile->bodies.push_back(body);
    pile->sprites.push_back(sprite);
}

void pile_step(pile *pile)
{
    pile->world.Step(1.0f / 60.0f, 8, 3);
}

int pile_count(const pile *pile)
{
    return static_cast<int>(pile->bodies.size());
}

struct pile_item pile_item(const pile *pile, int index)
{
    const size_t i = static_cast<size_t>(index);
    const b2Vec2 at = pile->bodies[i]->GetPosition();
    const float turns = -pile->bodies[i]->GetAngle() / (2.0f * pi);
    const float part = turns - std::floor(turns);
    return {pile->sprites[i], at.x * metre, -at.y * metre, static_cast<uint32_t>(part * 65536.0f) & 65535u};
}

bool pile_rests(const pile *pile)
{
    for (const b2Body *body : pile->bodies)
        if (body->IsAwake())
            return false;
    return true;
}

void pile_edges(const pile *pile, void (*line)(void *user, float x0, float y0, float x1, float y1), void *user)
{
    for (b2Body *body : pile->bodies)
        for (const b2Fixture *fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext()) {
            const b2PolygonShape *const shape = static_cast<const b2PolygonShape *>(fixture->GetShape());
            for (int i = 0; i < shape->m_count; i++) {
                const b2Vec2 a = body->GetWorldPoint(shape->m_vertices[i]);
                const b2Vec2 b = body->GetWorldPoint(shape->m_vertices[(i + 1) % shape->m_count]);
                line(user, a.x * metre, -a.y * metre, b.x * metre, -b.y * metre);
            }
        }
}
