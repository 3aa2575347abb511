// box2d.cpp - prints the polygons that Box2D 2.4 makes of an exported header, as JSON
#include SHAPES

#include <cstdio>

int main()
{
    std::printf("{");
    for (int i = 0; i < SHAPES_SPRITES; i++) {
        const shapes_shape &shape = shapes_shapes[i];
        std::printf("%s\"%s\": [", i > 0 ? ", " : "", shape.name);
        for (int k = shape.first; k < shape.first + shape.count; k++) {
            b2PolygonShape polygon;
            polygon.Set(shapes_corners + shapes_pieces[k].first, shapes_pieces[k].count);
            if (!polygon.Validate() || polygon.m_count != shapes_pieces[k].count)
                return 1;
            std::printf("%s[", k > shape.first ? ", " : "");
            for (int c = 0; c < polygon.m_count; c++)
                std::printf("%s[%.9g, %.9g]", c > 0 ? ", " : "", polygon.m_vertices[c].x,
                            polygon.m_vertices[c].y);
            std::printf("]");
        }
        std::printf("]");
    }
    std::printf("}\n");
}
