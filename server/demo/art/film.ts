import {
  box,
  type Canvas,
  disc,
  ground,
  height,
  line,
  oval,
  type Point,
  ridge,
  round,
  shape,
  shine,
  sky,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

/** Long horizons: a road out of town, or a street at night. */
export function film(art: Canvas, scheme: Scheme, variant: number): void {
  if (variant % 2 === 0) road(art, scheme);
  else street(art, scheme);
  vignette(art, scheme);
}

function road(art: Canvas, scheme: Scheme): void {
  const horizon = 385;
  const aim = art.between(500, 720);
  sky(art, scheme, 0.64);
  shine(art, [aim, horizon], 560, scheme.glow, 0.85);
  const sun = art.linear([
    [0, scheme.glow],
    [1, scheme.accent],
  ]);
  art.add(disc([aim, horizon - 30], 96, sun));
  for (let cloud = 0; cloud < 11; cloud += 1) {
    const y = art.between(60, 320);
    const tone = mix(scheme.light, scheme.far, y / 420);
    art.add(oval([art.between(0, width), y], art.between(120, 340), art.between(4, 13), css(tone), 'opacity=".34"'));
  }
  art.add(shape(ground(ridge(art, horizon - 34, 22, 9)), css(mix(scheme.far, scheme.low, 0.45))));
  art.add(shape(ground(ridge(art, horizon - 10, 12, 6)), css(mix(scheme.far, scheme.mid, 0.4))));
  const plain = art.linear([
    [0, mix(scheme.mid, scheme.glow, 0.35)],
    [0.35, scheme.mid],
    [1, scheme.near],
  ]);
  art.add(box([0, horizon], width, height, plain));
  for (let furrow = 0; furrow < 26; furrow += 1) {
    const end = -900 + furrow * 120;
    art.add(line(`M${round(aim + (end - aim) * 0.02)} ${horizon + 2}L${end} 620`, scheme.ink, 2, 'opacity=".13"'));
  }
  const asphalt = art.linear([
    [0, mix(scheme.glow, scheme.near, 0.35)],
    [0.3, scheme.near],
    [1, scheme.ink],
  ]);
  const at = (side: number, down: number): Point => [aim + side * (6 + down * 330), horizon + down * 215];
  const quad = (left: number, right: number, from: number, to: number) =>
    `M${[at(left, from), at(right, from), at(right, to), at(left, to)].map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
  art.add(shape(quad(-1, 1, 0, 1.02), asphalt));
  for (const side of [-0.93, 0.9]) art.add(shape(quad(side, side + 0.03, 0, 1.02), css(scheme.light), 'opacity=".6"'));
  for (let dash = 0; dash < 9; dash += 1) {
    const from = (dash / 9) ** 2.1;
    art.add(shape(quad(-0.02, 0.02, from, from + 0.05 + from * 0.09), css(scheme.accent)));
  }
  poles(art, scheme, aim, horizon);
}

/** Poles of a telephone line along the road, each further one smaller, and the wires between them. */
function poles(art: Canvas, scheme: Scheme, aim: number, horizon: number): void {
  let before: Point[] | undefined;
  for (let pole = 0; pole < 8; pole += 1) {
    const near = 0.62 ** pole * 1.15;
    const x = aim + near * 560 + 10;
    const foot = horizon + near * 150;
    const top = foot - near * 470;
    const arm = near * 62;
    const thick = Math.max(1, near * 12);
    art.add(
      line(`M${round(x)} ${round(foot)}V${round(top)}`, scheme.ink, thick),
      line(`M${round(x - arm)} ${round(top + near * 34)}H${round(x + arm)}`, scheme.ink, thick * 0.7),
      line(`M${round(x - thick * 0.4)} ${round(foot)}V${round(top)}`, scheme.glow, thick * 0.16, 'opacity=".7"'),
    );
    const ends: Point[] = [
      [x - arm, top + near * 34],
      [x + arm, top + near * 34],
    ];
    ends.forEach(([toX, toY], wire) => {
      const from = before?.[wire];
      if (!from) return;
      const sag = (from[1] + toY) / 2 + near * 110;
      const path = `M${round(from[0])} ${round(from[1])}Q${round((from[0] + toX) / 2)} ${round(sag)} ${round(toX)} ${round(toY)}`;
      art.add(line(path, scheme.ink, Math.max(0.8, near * 3), 'opacity=".8"'));
    });
    before = ends;
  }
}

function street(art: Canvas, scheme: Scheme): void {
  const aim: Point = [art.between(520, 700), 330];
  sky(art, scheme, 0.62);
  for (let star = 0; star < 60; star += 1) {
    art.add(disc([art.between(0, width), art.between(0, 200)], art.between(0.6, 2), css(scheme.light), 'opacity=".6"'));
  }
  shine(art, aim, 420, scheme.glow, 0.95);
  const ground = art.linear([
    [0, mix(scheme.glow, scheme.far, 0.5)],
    [0.3, scheme.near],
    [1, scheme.ink],
  ]);
  art.add(box([0, aim[1] + 6], width, height, ground));
  for (const side of [-1, 1]) houses(art, scheme, aim, side);
  // What the wet street gives back.
  for (let streak = 0; streak < 42; streak += 1) {
    const far = art.random();
    const x = aim[0] + art.between(-1, 1) * (30 + far * 560);
    const y = aim[1] + 16 + far * 230;
    const tone = art.pick([scheme.glow, scheme.accent, scheme.accent, scheme.second]);
    art.add(oval([x, y], 2 + far * 5, 8 + far * 38, css(tone), `opacity="${round(art.between(0.1, 0.4))}"`));
  }
  lamps(art, scheme, aim);
}

/** One side of the street: house fronts that run to the vanishing point, with some windows lit. */
function houses(art: Canvas, scheme: Scheme, [aimX, aimY]: Point, side: number): void {
  let near = 1.25;
  for (let house = 0; house < 7; house += 1) {
    const next = near * 0.66;
    const tall = art.between(0.9, 1.35);
    const x = (share: number) => aimX + side * (26 + share * 640);
    const roof = (share: number) => aimY - share * 420 * tall;
    const foot = (share: number) => aimY + 6 + share * 160;
    const tone = mix(scheme.near, scheme.far, house / 8);
    const front = art.linear(
      [
        [0, mix(tone, scheme.glow, 0.3)],
        [0.5, tone],
        [1, mix(tone, scheme.ink, 0.55)],
      ],
      side < 0 ? [1, 0, 0, 0] : [0, 0, 1, 0],
    );
    const path = (from: number, to: number, low: number, high: number) => {
      const y = (share: number, level: number) => foot(share) + (roof(share) - foot(share)) * level;
      return `M${round(x(from))} ${round(y(from, low))}L${round(x(to))} ${round(y(to, low))}L${round(x(to))} ${round(y(to, high))}L${round(x(from))} ${round(y(from, high))}Z`;
    };
    art.add(shape(path(near, next, -0.02, 1), front));
    art.add(shape(path(near, next, 0.97, 1.01), css(mix(tone, scheme.light, 0.3)), 'opacity=".8"'));
    for (let pane = 0; pane < 16; pane += 1) {
      const along = (share: number) => near + (next - near) * (0.12 + (pane % 4) * 0.22 + share);
      const low = 0.18 + Math.floor(pane / 4) * 0.2;
      window(art, scheme, path(along(0), along(0.12), low, low + 0.11));
    }
    near = next;
  }
}

function window(art: Canvas, scheme: Scheme, path: string): void {
  const isLit = art.random() < 0.42;
  const fill: Tone = isLit ? art.pick([scheme.accent, scheme.glow]) : lit(scheme.ink, 0.04);
  art.add(shape(path, css(fill), `opacity="${isLit ? 0.92 : 0.6}"`));
}

function lamps(art: Canvas, scheme: Scheme, [aimX, aimY]: Point): void {
  for (let lamp = 4; lamp >= 0; lamp -= 1) {
    const near = 0.58 ** lamp;
    for (const side of [-1, 1]) {
      const x = aimX + side * (16 + near * 330);
      const foot = aimY + 8 + near * 190;
      const top = foot - near * 420;
      const head: Point = [x - side * near * 70, top + near * 8];
      const neck = `M${round(x)} ${round(foot)}V${round(top + near * 60)}Q${round(x)} ${round(top)} ${round(head[0])} ${round(head[1])}`;
      art.add(line(neck, scheme.ink, Math.max(1.2, near * 9)));
      shine(art, head, near * 150 + 12, scheme.glow, 0.85);
      art.add(oval(head, near * 22 + 2, near * 11 + 1.5, css(scheme.glow)));
    }
  }
}
