// bench.js - the questions of bench_questions.js in a page
import packBytes from 'built/thousand.hmk';

import { ask, askByPixels } from '../bench_questions.js';

window.ask = () => ask(packBytes);
window.askByPixels = askByPixels;
