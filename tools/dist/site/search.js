// search.js - finds words in the sections of all pages
//
// `pages` stands above: [address, page, heading, text] of each section.

const root = document.currentScript.dataset.root;
const input = document.getElementById('search');
const list = document.getElementById('found');
const SHOWN = 12, AROUND = 60;

const sections = pages.map(([address, page, heading, text]) => ({
    address, page, heading, text,
    title: `${page} ${heading}`.toLowerCase(),
    low: text.toLowerCase(),
}));

// How well a section fits: each word must be there; in a heading it counts most. 0: not at all.
function score(section, words) {
    let sum = 0;
    for (const word of words) {
        const inTitle = section.title.includes(word), inText = section.low.includes(word);
        if (!inTitle && !inText) return 0;
        sum += (inTitle ? 10 : 0) + (inText ? 1 : 0);
    }
    return sum;
}

function excerpt(section, word) {
    const at = Math.max(0, section.low.indexOf(word) - AROUND);
    const part = section.text.slice(at, at + 3 * AROUND);
    return (at > 0 ? '… ' : '') + part + (at + 3 * AROUND < section.text.length ? ' …' : '');
}

function item(section, word) {
    const entry = document.createElement('li'), link = document.createElement('a');
    const title = document.createElement('b'), text = document.createElement('span');
    link.href = root + section.address;
    title.textContent = section.heading === section.page ? section.page : `${section.page}: ${section.heading}`;
    text.textContent = excerpt(section, word);
    link.append(title, text);
    entry.append(link);
    return entry;
}

function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : sections
        .map((section) => ({ section, score: score(section, words) }))
        .filter((entry) => entry.score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, SHOWN);
    list.replaceChildren(...found.map((entry) => item(entry.section, words[0])));
    if (words.length > 0 && found.length === 0) list.textContent = 'Nothing has all of these words.';
}

input.closest('search').hidden = false;
input.addEventListener('input', search);
addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input) {
        event.preventDefault();
        input.focus();
    } else if (event.key === 'Escape' && document.activeElement === input) {
        input.value = '';
        search();
        input.blur();
    }
});
