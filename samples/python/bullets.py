"""bullets.py - a turning boss in a rain of 300 bullets, with pygame's masks and with those of hitmask

    python3 bullets.py                          a window; escape ends it
    python3 bullets.py --frames 600             that many frames, in no window
    python3 bullets.py --frames 90 --screenshot bullets.png

Each frame asks which bullets touch the boss, in two ways: as games that use pygame mostly do, with
collide_mask() for each bullet, and with one question to a world of hitmask. Both must find the same
bullets. At the end it prints how often they did, and the time that each took.
"""

import argparse
import array
import os
import random
import statistics
import sys
import time

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402

import hitmask  # noqa: E402

WIDTH, HEIGHT = 480, 320
BULLETS = 300
ART = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)


class Boss(pygame.sprite.Sprite):
    """Turns about the middle of the screen. Its picture, and so its masks, are new in each frame."""

    def __init__(self):
        super().__init__()
        small = pygame.image.load(os.path.join(ART, "sprites", "enemy.png")).convert_alpha()
        self.upright = pygame.transform.scale(small, (192, 160))
        self.frame = 0
        self.update()

    def update(self):
        self.frame += 1
        self.image = pygame.transform.rotate(self.upright, self.frame * 2)
        self.rect = self.image.get_rect(center=(WIDTH // 2, HEIGHT // 2))


class Bullet(pygame.sprite.Sprite):
    """Flies straight on, and in again at the other side of the screen."""

    def __init__(self, image, mask, chance):
        super().__init__()
        self.image = image
        self.mask = mask
        self.rect = image.get_rect(topleft=(chance.randrange(WIDTH), chance.randrange(HEIGHT)))
        self.speed = chance.choice((-3, -2, -1, 1, 2, 3)), chance.choice((-3, -2, -1, 1, 2, 3))

    def update(self):
        x, y = self.rect.x + self.speed[0], self.rect.y + self.speed[1]
        self.rect.topleft = (x + 8) % (WIDTH + 8) - 8, (y + 8) % (HEIGHT + 8) - 8


# ---- The two ways ---------------------------------------------------------------------------------


def hits_of_pygame(boss, bullets):
    """A mask of the picture, and then every bullet, one after the other."""
    boss.mask = pygame.mask.from_surface(boss.image)
    hits = set()
    for index, bullet in enumerate(bullets):
        if pygame.sprite.collide_rect(boss, bullet) and pygame.sprite.collide_mask(boss, bullet):
            hits.add(index)
    return hits


class Rain:
    """The bullets as a crowd, which a world asks at once."""

    def __init__(self, image):
        # All have one mask, which nothing changes.
        shape = hitmask.Sprite.from_mask(hitmask.from_surface(image))
        self.crowd = hitmask.Crowd((shape, (0, 0)) for _ in range(BULLETS))
        self.world = hitmask.World(crowd=self.crowd)

    def hits(self, boss, bullets):
        mask = hitmask.from_surface(boss.image)
        self.crowd.place(array.array("i", [n for b in bullets for n in b.rect.topleft]))
        return {met.index for met in self.world.list(mask, boss.rect.topleft)}


# ---- The game -------------------------------------------------------------------------------------


class Game:
    def __init__(self):
        chance = random.Random(1)
        image = pygame.image.load(os.path.join(ART, "cannon", "art", "ball.png")).convert_alpha()
        mask = pygame.mask.from_surface(image)
        self.image, self.boss = image, Boss()
        self.bullets = [Bullet(image, mask, chance) for _ in range(BULLETS)]
        self.rain = Rain(image)
        self.frames = self.agreed = self.touched = 0
        self.seconds = {"pygame": [], "hitmask": []}
        self.hits = set()

    def timed(self, name, function, *arguments):
        begin = time.perf_counter()
        result = function(*arguments)
        self.seconds[name].append(time.perf_counter() - begin)
        return result

    def step(self):
        self.boss.update()
        for bullet in self.bullets:
            bullet.update()
        theirs = self.timed("pygame", hits_of_pygame, self.boss, self.bullets)
        self.hits = self.timed("hitmask", self.rain.hits, self.boss, self.bullets)
        self.frames += 1
        self.touched += len(self.hits)
        self.agreed += self.hits == theirs

    def draw(self, screen):
        screen.fill((24, 26, 38))
        screen.blit(self.boss.image, self.boss.rect)
        for index, bullet in enumerate(self.bullets):
            if index in self.hits:
                pygame.draw.circle(screen, (255, 96, 64), bullet.rect.center, 6)
            screen.blit(bullet.image, bullet.rect)

    def report(self):
        print(f"{self.frames} frames, {self.touched} touches; both ways agreed on {self.agreed}")
        if self.frames:
            # The middle of all frames: now and then another program has the processor.
            theirs, ours = (statistics.median(self.seconds[name]) * 1e6
                            for name in ("pygame", "hitmask"))
            print(f"pygame {theirs:.0f} us a frame, hitmask {ours:.0f} us: "
                  f"a share of {ours / theirs:.2f}")
        return self.frames == self.agreed


def wants_to_end():
    return any(event.type == pygame.QUIT or
               event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
               for event in pygame.event.get())


def main():
    parser = argparse.ArgumentParser(description="a boss in a rain of bullets")
    parser.add_argument("--frames", type=int, default=0, help="end after that many, in no window")
    parser.add_argument("--screenshot", metavar="FILE", help="save the last frame as a PNG")
    options = parser.parse_args()
    if options.frames > 0:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    screen = pygame.display.set_mode((WIDTH, HEIGHT))
    pygame.display.set_caption("300 bullets")
    clock, game = pygame.time.Clock(), Game()
    while not wants_to_end() and not 0 < options.frames <= game.frames:
        game.step()
        if not options.frames or options.screenshot:
            game.draw(screen)
            pygame.display.flip()
        if not options.frames:
            clock.tick(60)
    if options.screenshot:
        pygame.image.save(screen, options.screenshot)
    agreed = game.report()
    pygame.quit()
    sys.exit(0 if agreed else 1)


if __name__ == "__main__":
    main()
