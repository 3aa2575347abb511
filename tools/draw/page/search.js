/*
 * search.js - sorts names, finds names that match a query, and offers them in a field
 */

/* ---- Order ---- */

function digitsAt(text, at) {
  let end = at;
  while (text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57)
    end++;
  return text.slice(at, end);
}

function compareDigits(a, b) {
  const x = a.replace(/^0+/, ''), y = b.replace(/^0+/, '');
  return x.length - y.length || (x > y) - (x < y);
}

/* run_2 before run_10, the order of the tool's tables (text_natural). 0 for names that differ only
 * in leading zeros. */
function compareNames(a, b) {
  let i = 0, k = 0;
  while (i < a.length && k < b.length) {
    const m = digitsAt(a, i), n = digitsAt(b, k);
    const numbers = m !== '' && n !== '';
    /* Code points have the order of their bytes in UTF-8; halves of one in UTF-16 have not. */
    const order = numbers ? compareDigits(m, n) : a.codePointAt(i) - b.codePointAt(k);
    if (order !== 0)
      return order;
    i += numbers ? m.length : 1;
    k += numbers ? n.length : 1;
  }
  return (i < a.length) - (k < b.length);
}

/* Sorts names of a pack. They come in the order of their bytes, which names that compare equal keep. */
const inNaturalOrder = items => [...items].sort((a, b) => compareNames(a.name, b.name));

/* ---- Search ---- */

const escapeForRegExp = text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const PATTERN_PARTS = [[/\\\*\\\*\//g, '(.+/)?'], [/\\\*\\\*/g, '.*'], [/\\\*/g, '[^/]*'], [/\\\?/g, '[^/]']];

/* A word with * or ? is a pattern as in the tool: without a slash it is for the last part of a name,
 * and only ** matches slashes. */
function patternTest(word) {
  let pattern = escapeForRegExp(word);
  for (const [part, meaning] of PATTERN_PARTS)
    pattern = pattern.replace(part, meaning);
  const whole = new RegExp(`${word.includes('/') ? '^' : '(^|/)'}${pattern}$`, 'su');
  return name => whole.test(name);
}

/* All words must be in the name; upper and lower case are the same. */
function nameMatcher(query) {
  const words = query.toLowerCase().split(/\s+/).filter(word => word !== '');
  const tests = words.map(word => /[*?]/.test(word) ? patternTest(word) : name => name.includes(word));
  return name => {
    const lower = name.toLowerCase();
    return tests.every(test => test(lower));
  };
}

/* ---- Offers ---- */

const OFFERS_MAX = 50;

/* Makes `input` a combobox that offers those of sprites() whose names match, in `list`; a choice goes to
 * choose(sprite), and null where there is none. */
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
    for (const sprite of sprites()) {
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
