#!/usr/bin/env python3
"""links.py FOLDER - every link in the HTML pages of a folder leads to a file, and to an id in it

Links to other sites are not asked. Prints what is broken, and fails if anything is; otherwise how many
links there are.
"""
import os
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == 'id':
                self.ids.add(value)
            elif name == 'href' and tag == 'a':
                self.links.append(value)
            elif name in ('href', 'src'):
                self.loaded.append(value)


def is_elsewhere(link):
    return link.startswith(('http:', 'https:', 'mailto:', 'data:'))


def main(folder):
    paths = [os.path.normpath(os.path.join(at, name)) for at, _, names in os.walk(folder)
             for name in names if name.endswith('.html')]
    pages = {path: Page(path) for path in paths}
    broken, count = [], 0
    for path, page in pages.items():
        broken += [f'{path}: loads {link}' for link in page.loaded if link.startswith('http')]
        for link in [link for link in page.links + page.loaded if not is_elsewhere(link)]:
            count += 1
            file, _, anchor = link.partition('#')
            target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.exists(target) or anchor and anchor not in pages[target].ids:
                broken.append(f'{path}: {link}')
    print('\n'.join(broken) if broken else f'{count} links')
    return 1 if broken or count == 0 else 0


sys.exit(main(sys.argv[1]))
