#!/usr/bin/python3
"""pairs.py FILE - all pairs that touch, as a game in Python finds them with pygame: rectangles sorted
by their left edges, then masks. Prints how many there are and the seconds of the best of three runs.

FILE has a line for each sprite: its left, top, width and height, and its rows as hexadecimal
numbers, pixel x as bit x.
"""
import os
import sys
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame  # noqa: E402


def read(path):
    items, masks = [], {}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            left, top, width, height, rows = line.split()
            x, y, w, h = int(left), int(top), int(width), int(height)
            if rows not in masks:
                masks[rows] = mask = pygame.mask.Mask((w, h))
                for row, bits in enumerate(rows.split(",")):
                    for column in range(w):
                        mask.set_at((column, row), int(bits, 16) >> column & 1)
            items.append((x, y, x + w, y + h, masks[rows]))
    return items


def count_pairs(items):
    items = sorted(items, key=lambda item: item[0])
    count, found = len(items), 0
    for i in range(count):
        left, top, right, bottom, mask = items[i]
        for k in range(i + 1, count):
            other = items[k]
            if other[0] >= right:
                break
            if (other[1] < bottom and top < other[3]
                    and mask.overlap(other[4], (other[0] - left, other[1] - top))):
                found += 1
    return found


def main():
    items, best, found = read(sys.argv[1]), None, 0
    for _ in range(3):
        begin = time.perf_counter()
        found = count_pairs(items)
        seconds = time.perf_counter() - begin
        best = seconds if best is None else min(best, seconds)
    print(found, best)


main()
