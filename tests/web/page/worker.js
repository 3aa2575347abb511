// worker.js - a worker that has the module, and answers about a pack that the page sends
import { HitmaskError, open } from 'hitmask';

onmessage = ({ data: { bytes, sprite } }) => {
    const pack = open(bytes);
    const a = pack.sprite('person.png'), b = pack.sprite('enemy.png');
    const answers = [a.overlaps(b, 20, 10), a.contact(b, 20, 10), a.area(b, 20, 10)];
    try {
        a.overlaps(sprite, 0, 0);
        answers.push('took a sprite of the page');
    } catch (error) {
        answers.push(error instanceof HitmaskError && error.code);
    }
    postMessage(answers);
};
