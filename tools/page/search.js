/*
 * search.js - which names match what somebody typed, and a field that offers them
 */

const escapeForRegExp = text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const PATTERN_PARTS = [[/\\\*\\\*\//g, '(.+/)?'], [/\\\*\\\*/g, '.*'], [/\\\*/g, '[^/]*'], [/\\\?/g, '[^/]']];

/* A word with * or ? as hitmask has patterns: without a slash it is for what follows the last one,
 * and ** alone passes over slashes. */
function patternTest(word) {
  let pattern = escapeForRegExp(word);
  for (const [part, meaning] of PATTERN_PARTS)
    pattern = pattern.replace(part, meaning);
  const whole = new RegExp(`${word.includes('/') ? '^' : '(^|/)'}${pattern}$`, 'su');
  return name => whole.test(name);
}

/* Every word must be there, in any case. */
function nameMatcher(query) {
  const words = query.toLowerCase().split(/\s+/).filter(word => word !== '');
  const tests = words.map(word => /[*?]/.test(word) ? patternTest(word) : name => name.includes(word));
  return name => {
    const lower = name.toLowerCase();
    return tests.every(test => test(lower));
  };
}

const OFFERS_MAX = 50;

/* Makes `input` a combobox that offers the sprites whose names match, in `list`; a choice goes to
 * choose(sprite). */
function offerSprites(input, list, sprites, choose) {
  let offers = [], active = -1;

  function close() {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function activate(index) {
    active = index;
    for (const [i, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(i === index));
    list.children[index]?.scrollIntoView({ block: 'nearest' });
    if (list.children[index])
      input.setAttribute('aria-activedescendant', list.children[index].id);
  }

  function open(query) {
    const matches = nameMatcher(query);
    offers = [];
    for (const sprite of sprites) {
      if (matches(sprite.name))
        offers.push(sprite);
      if (offers.length === OFFERS_MAX)
        break;
    }
    list.replaceChildren(...offers.map((sprite, i) =>
      element('li', { id: `${list.id}-${i}`, role: 'option' }, nameElement(sprite.name))));
    list.hidden = offers.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    activate(query === '' ? -1 : 0);
  }

  function take(index) {
    if (offers[index])
      choose(offers[index]);
    close();
  }

  input.addEventListener('focus', () => { input.select(); });
  input.addEventListener('click', () => { if (list.hidden) open(''); });
  input.addEventListener('input', () => open(input.value));
  input.addEventListener('blur', () => { close(); choose(null); });
  input.addEventListener('keydown', event => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && list.hidden)
      open('');
    else if (event.key === 'ArrowDown')
      activate(Math.min(active + 1, offers.length - 1));
    else if (event.key === 'ArrowUp')
      activate(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && !list.hidden)
      take(active);
    else if (event.key === 'Escape') {
      close();
      choose(null);
    } else
      return;
    event.preventDefault();
  });
  /* Before the field loses the focus. */
  list.addEventListener('pointerdown', event => {
    const option = event.target.closest('li');
    event.preventDefault();
    if (option)
      take([...list.children].indexOf(option));
  });
}
