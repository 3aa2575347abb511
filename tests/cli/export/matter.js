// matter.js MODULE SHAPES.json - prints the parts of the bodies that Matter.js makes, as JSON
//
// Corners count from where its renderer puts the top left pixel of the picture.
const [module_, file] = process.argv.slice(2);
const { Body, Vertices } = require(module_);
const shapes = JSON.parse(require('fs').readFileSync(file, 'utf8')).sprites;
const loaded = {};
for (const [name, shape] of Object.entries(shapes)) {
    loaded[name] = [];
    if (shape.parts.length === 0)
        continue;
    const body = Body.create({ render: shape.render, parts: shape.parts.map(vertices =>
        Body.create({ position: Vertices.centre(vertices), vertices })) });
    const offset = body.render.sprite;
    const left = body.position.x - offset.xOffset * shape.size.x;
    const top = body.position.y - offset.yOffset * shape.size.y;
    loaded[name] = body.parts.slice(1).map(part => part.vertices.map(v => [v.x - left, v.y - top]));
    const near = (a, b) => Math.abs(a - b) < 0.01;
    if (!near(body.position.x - left, shape.centre.x) || !near(body.position.y - top, shape.centre.y))
        throw new Error(`${name}: the centre is elsewhere`);
}
console.log(JSON.stringify(loaded));
