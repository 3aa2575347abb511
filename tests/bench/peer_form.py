"""peer_form.py FILE - times what pygame's masks answer about their form

The file holds masks: width and height (32 bits each, in the machine's order), then a byte a pixel,
0 or 255. Prints a line "name nanoseconds" for each question: the best round's mean for one mask.
The results that pygame makes, lists and masks, are part of the time, as a game gets no others.
"""
import os
import struct
import sys
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame


def read_masks(path):
    masks = []
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        width, height = struct.unpack_from("=II", data, at)
        at += 8
        rgba = bytearray(4 * width * height)
        rgba[3::4] = data[at : at + width * height]
        at += width * height
        picture = pygame.image.frombuffer(bytes(rgba), (width, height), "RGBA")
        masks.append(pygame.mask.from_surface(picture))
    return masks


def best_of(ask, masks):
    best = None
    end = time.perf_counter() + 0.3
    while best is None or time.perf_counter() < end:
        begin = time.perf_counter()
        for mask in masks:
            ask(mask)
        taken = time.perf_counter() - begin
        best = taken if best is None else min(best, taken)
    return best / len(masks) * 1e9


QUESTIONS = {
    "components": lambda mask: mask.connected_components(),
    "outline": lambda mask: mask.outline(),
    "moments": lambda mask: (mask.centroid(), mask.angle()),
}

if __name__ == "__main__":
    subjects = read_masks(sys.argv[1])
    for name, question in QUESTIONS.items():
        print(name, best_of(question, subjects))
