// The pictures of the game are the sprites of the samples.
export default { base: './', publicDir: '../../sprites' };
