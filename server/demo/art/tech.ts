import { box, type Canvas, disc, height, line, oval, type Point, round, shine, vignette, width } from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

/** A board from close by: traces, pads, a chip or a coil, and points of light out of focus. */
export function tech(art: Canvas, scheme: Scheme, variant: number): void {
  const board = art.linear(
    [
      [0, mix(scheme.near, scheme.second, 0.32)],
      [0.55, scheme.near],
      [1, scheme.ink],
    ],
    [0, 0, 1, 1],
  );
  art.add(box([0, 0], width, height, board));
  const at: Point = [art.between(540, 740), art.between(280, 330)];
  shine(art, at, 620, scheme.far, 0.75);
  // What lies below, wide and dim.
  for (let trace = 0; trace < 22; trace += 1) {
    const path = bend(art, [art.between(-100, width), art.between(-50, height)], 52);
    art.add(line(path, mix(scheme.near, scheme.second, 0.45), 11, 'opacity=".26" stroke-linejoin="round"'));
  }
  for (let dot = 0; dot < 13; dot += 1) {
    const tone = art.pick([scheme.accent, scheme.glow, scheme.second]);
    const spot: Point = [art.between(0, width), art.between(0, height)];
    art.add(disc(spot, art.between(14, 60), css(tone), `opacity="${round(art.between(0.05, 0.17) * 10) / 10}"`));
  }
  const reach = variant % 2 === 0 ? 150 : 170;
  fanOut(art, scheme, at, reach);
  if (variant % 2 === 0) chip(art, scheme, at, reach);
  else coil(art, scheme, at, reach);
  for (let part = 0; part < 9; part += 1) small(art, scheme, at);
  vignette(art, scheme, 0.55);
}

function bend(art: Canvas, from: Point, unit: number): string {
  let [x, y] = from;
  let path = `M${round(x)} ${round(y)}`;
  for (let turn = 0; turn < 4; turn += 1) {
    const long = art.between(1, 4) * unit;
    const [dx, dy] = art.pick<Point>([
      [1, 0],
      [1, 1],
      [1, -1],
      [0, 1],
    ]);
    x += dx * long;
    y += dy * long;
    path += `L${round(x)} ${round(y)}`;
  }
  return path;
}

/** Traces from all four sides of the middle to the edges, with one bend of 45 degrees each. */
function fanOut(art: Canvas, scheme: Scheme, [x, y]: Point, reach: number): void {
  const pins = 13;
  const gap = (reach * 2) / (pins + 1);
  for (let side = 0; side < 4; side += 1) {
    const turn = (side * Math.PI) / 2;
    const place = (out: number, across: number): Point => [
      x + Math.cos(turn) * out - Math.sin(turn) * across,
      y + Math.sin(turn) * out + Math.cos(turn) * across,
    ];
    for (let pin = 1; pin <= pins; pin += 1) {
      const across = -reach + pin * gap;
      const away = Math.abs(across) / reach;
      const straight = reach + 26 + (1 - away) * 110 + art.between(0, 26);
      const skew = Math.sign(across) * (40 + away * 190);
      const end = straight + Math.abs(skew) + art.between(60, 420);
      const last = place(end, across + skew);
      const corners = [
        place(reach - 6, across),
        place(straight, across),
        place(straight + Math.abs(skew), across + skew),
        last,
      ];
      trace(art, scheme, `M${corners.map(([px, py]) => `${round(px)} ${round(py)}`).join('L')}`, last);
    }
  }
}

/** With its pad at the end; some of them glow. */
function trace(art: Canvas, scheme: Scheme, path: string, end: Point): void {
  const hot = art.random() < 0.26;
  const tone: Tone = hot ? scheme.accent : mix(scheme.second, scheme.light, art.between(0, 0.25));
  if (hot) art.add(line(path, scheme.accent, 13, 'opacity=".16" stroke-linejoin="round"'));
  art.add(line(path, tone, hot ? 5 : 4, `opacity="${hot ? 1 : 0.72}" stroke-linejoin="round"`));
  if (hot) shine(art, end, 46, scheme.glow, 0.9);
  art.add(disc(end, 10, css(hot ? scheme.glow : tone)), disc(end, 4.5, css(scheme.ink)));
}

function chip(art: Canvas, scheme: Scheme, [x, y]: Point, reach: number): void {
  art.add(box([x - reach + 14, y - reach + 22], reach * 2, reach * 2, css(scheme.ink), 'rx="20" opacity=".55"'));
  const body = art.linear(
    [
      [0, lit(scheme.mid, 0.12)],
      [0.45, scheme.near],
      [1, scheme.ink],
    ],
    [0, 0, 1, 1],
  );
  art.add(
    box(
      [x - reach, y - reach],
      reach * 2,
      reach * 2,
      body,
      `rx="20" stroke="${css(mix(scheme.accent, scheme.mid, 0.5))}" stroke-width="3"`,
    ),
  );
  const inner = reach * 0.66;
  art.add(box([x - inner, y - inner], inner * 2, inner * 2, css(scheme.ink), 'rx="12" opacity=".55"'));
  const cells = 6;
  const size = (inner * 2 - 24) / cells;
  for (let cell = 0; cell < cells * cells; cell += 1) {
    const left = x - inner + 12 + (cell % cells) * size;
    const top = y - inner + 12 + Math.floor(cell / cells) * size;
    const tone = art.pick([scheme.accent, scheme.accent, scheme.far, scheme.second, scheme.mid, scheme.glow]);
    art.add(
      box(
        [left + 3, top + 3],
        size - 6,
        size - 6,
        css(tone),
        `rx="4" opacity="${round(art.between(0.35, 1) * 10) / 10}"`,
      ),
    );
  }
  shine(art, [x - inner * 0.5, y - inner * 0.6], reach * 1.2, scheme.light, 0.34);
  art.add(disc([x - reach + 24, y - reach + 24], 8, css(scheme.accent)));
}

/** A coil of wire, or a dial: rings around a warm middle. */
function coil(art: Canvas, scheme: Scheme, at: Point, reach: number): void {
  art.add(disc([at[0] + 12, at[1] + 20], reach + 6, css(scheme.ink), 'opacity=".55"'));
  art.add(disc(at, reach + 4, css(scheme.ink)));
  for (let ring = 0; ring < 15; ring += 1) {
    const radius = reach - ring * 8;
    const copper = art.linear(
      [
        [0, mix(scheme.accent, scheme.light, 0.55)],
        [0.35, scheme.accent],
        [0.7, mix(scheme.accent, scheme.ink, 0.62)],
        [1, mix(scheme.accent, scheme.far, 0.3)],
      ],
      [0, 0, 1, 1],
    );
    art.add(disc(at, radius, 'none', `stroke="${copper}" stroke-width="5.6"`));
  }
  shine(art, at, 74, scheme.glow, 1);
  art.add(disc(at, 26, css(scheme.glow)));
}

/** Resistors and capacitors, wherever there is room. */
function small(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const spot: Point = [art.between(40, width - 40), art.between(40, height - 40)];
  if (Math.abs(spot[0] - x) < 250 && Math.abs(spot[1] - y) < 250) return;
  const upright = art.random() < 0.5 ? 90 : 0;
  const body = art.linear([
    [0, mix(scheme.accent, scheme.light, 0.4)],
    [0.5, mix(scheme.accent, scheme.mid, 0.35)],
    [1, scheme.near],
  ]);
  const bands = [scheme.far, scheme.second, scheme.ink]
    .map((tone, band) => box([-20 + band * 16, -13], 7, 26, css(tone)))
    .join('');
  art.add(
    `<g transform="translate(${round(spot[0])} ${round(spot[1])}) rotate(${upright})">${oval([5, 16], 44, 12, css(scheme.ink), 'opacity=".4"')}${line('M-62 0H62', mix(scheme.light, scheme.second, 0.4), 4)}${box([-36, -14], 72, 28, body, 'rx="12"')}${bands}</g>`,
  );
}
