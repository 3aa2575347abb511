// phaser.js PHASER SHAPES.json DOCUMENT.json - prints the bodies that Phaser makes for its sprites, as JSON
//
// Loads only the part of Phaser that reads such bodies, because the whole needs a browser. Corners count from the
// top left pixel of the picture, which follows from the origin that Phaser gives the sprite.
const path = require('path');
const [phaser, file, documentFile] = process.argv.slice(2);
const read = name => JSON.parse(require('fs').readFileSync(name, 'utf8'));
global.window = global;
const SetBody = require(path.join(phaser, 'src/physics/matter-js/components/SetBody.js'));
const sizes = Object.fromEntries(read(documentFile).sprites.map(sprite => [sprite.name, sprite.size]));
const loaded = {};
for (const [name, config] of Object.entries(read(file))) {
    if (name === 'generator_info')
        continue;
    const [width, height] = sizes[name];
    const sprite = {
        ...SetBody, width, height, displayWidth: width, displayHeight: height,
        _tempVec2: { x: 0, y: 0 }, _originComponent: true,
        world: { remove() {}, add() {}, has: () => false },
        setOrigin(x, y) { this.origin = { x, y }; },
    };
    sprite.setBody(config);
    const left = sprite.body.position.x - sprite.origin.x * width;
    const top = sprite.body.position.y - sprite.origin.y * height;
    loaded[name] = sprite.body.parts.slice(1).map(part => part.vertices.map(v => [v.x - left, v.y - top]));
}
console.log(JSON.stringify(loaded));
