"""Draws how many bytes are needed while a program runs, as SVG."""

# Part of the mplan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 900, 500
LEFT, RIGHT, TOP, BOTTOM = 90, 20, 80, 80
# Apart for those who do not see red and green as two, too.
COLOURS = ("#999999", "#e69f00", "#0072b2", "#cc79a7")


class Curve:
    """What is needed, step by step: each a pair of its width and its bytes."""

    def __init__(self, name, steps):
        self.name = name
        self.steps = steps
        self.peak = max(bytes_ for _, bytes_ in steps)
        total = sum(width for width, _ in steps)
        if total <= 0:
            raise ValueError(f"{name}: all steps are without width")
        self.corners = []  # Pairs of a fraction of the run and bytes.
        at = 0
        for width, bytes_ in steps:
            self.corners.append((at / total, bytes_))
            at += width
            self.corners.append((at / total, bytes_))

    def where(self):
        """The fraction of the run at which the most is needed first."""
        return next(at for at, bytes_ in self.corners if bytes_ == self.peak)


def round_step(most, count):
    """1, 2 or 5 times a power of ten, `count` of which reach `most`."""
    power = 10 ** math.floor(math.log10(max(most / count, 1)))
    return next(power * factor for factor in (1, 2, 5, 10)
                if power * factor * count >= most)


class Drawing:
    def __init__(self, most):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="13">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
        self.step = round_step(most, 6)
        self.most = self.step * math.ceil(most * 1.05 / self.step)

    def x(self, fraction):
        return LEFT + fraction * (WIDTH - LEFT - RIGHT)

    def y(self, bytes_):
        return HEIGHT - BOTTOM - bytes_ / self.most * (HEIGHT - TOP - BOTTOM)

    def text(self, x, y, text, anchor="start", **attributes):
        more = "".join(f' {key.replace("_", "-")}="{value}"'
                       for key, value in attributes.items())
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" '
                          f'text-anchor="{anchor}"{more}>{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, colour):
        self.lines.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" '
                          f'y2="{y2:.1f}" stroke="{colour}"/>')

    def axes(self):
        for bytes_ in range(0, self.most + 1, self.step):
            y = self.y(bytes_)
            self.line(LEFT, y, WIDTH - RIGHT, y, "#dddddd")
            self.text(LEFT - 8, y + 4, f"{bytes_:,}", "end")
        floor = HEIGHT - BOTTOM
        for percent in range(0, 101, 20):
            x = self.x(percent / 100)
            self.line(x, floor, x, floor + 5, "black")
            self.text(x, floor + 20, f"{percent} %", "middle")
        self.line(LEFT, floor, WIDTH - RIGHT, floor, "black")
        self.line(LEFT, TOP, LEFT, floor, "black")
        self.text((LEFT + WIDTH - RIGHT) / 2, floor + 40,
                  "share of the operations that a call runs", "middle")
        middle = (TOP + floor) / 2
        self.text(18, middle, "bytes needed", "middle",
                  transform=f"rotate(-90 18 {middle:.1f})")

    def curve(self, curve, colour):
        path = " ".join(f"{self.x(at):.1f},{self.y(bytes_):.1f}"
                        for at, bytes_ in curve.corners)
        floor = self.y(0)
        self.lines.append(
            f'<polygon points="{LEFT},{floor:.1f} {path} '
            f'{WIDTH - RIGHT},{floor:.1f}" fill="{colour}" '
            'fill-opacity="0.15"/>')
        self.lines.append(f'<polyline points="{path}" fill="none" '
                          f'stroke="{colour}" stroke-width="2"/>')

    def peak(self, curve, colour):
        x, y = self.x(curve.where()), self.y(curve.peak)
        self.lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" '
                          f'fill="{colour}"/>')
        on_right = curve.where() > 0.8
        # Once in white, so that it can be read over lines.
        for halo in ({"stroke": "white", "stroke_width": 4}, {}):
            self.text(x - 6 if on_right else x + 6, y - 6, f"{curve.peak:,}",
                      "end" if on_right else "start", font_weight="bold",
                      **halo)

    def legend(self, curves):
        x = LEFT
        for curve, colour in zip(curves, COLOURS):
            self.lines.append(f'<rect x="{x}" y="{TOP - 32}" width="14" '
                              f'height="14" fill="{colour}"/>')
            self.text(x + 20, TOP - 20, curve.name)
            x += 230


def draw(title, caption, curves):
    """The text of an SVG with `curves`, each over the ones before it."""
    drawing = Drawing(max(curve.peak for curve in curves))
    drawing.text(LEFT, 28, title, font_size=17, font_weight="bold")
    drawing.legend(curves)
    drawing.axes()
    for curve, colour in zip(curves, COLOURS):
        drawing.curve(curve, colour)
    for curve, colour in zip(curves, COLOURS):
        drawing.peak(curve, colour)
    drawing.text(LEFT, HEIGHT - 14, caption, font_size=11, fill="#555555")
    return "\n".join(drawing.lines + ["</svg>", ""])
