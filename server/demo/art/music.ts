import {
  type Canvas,
  disc,
  ground,
  line,
  oval,
  type Point,
  round,
  shine,
  sky,
  through,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme } from './tones.ts';

/** Strings that swing, over the sea or over the sound hole. */
export function music(art: Canvas, scheme: Scheme, variant: number): void {
  if (variant % 2 === 0) {
    sky(art, scheme, 0.68);
    sea(art, scheme);
    strings(art, scheme, { from: art.between(110, 170), spread: 34, tilt: art.between(90, 170), swing: 25 });
  } else {
    soundHole(art, scheme);
    strings(art, scheme, { from: art.between(190, 230), spread: 42, tilt: art.between(-70, 70), swing: 26 });
  }
  vignette(art, scheme);
}

function sea(art: Canvas, scheme: Scheme): void {
  const at: Point = [art.between(700, 930), 330];
  shine(art, at, 420, scheme.glow, 0.75);
  const face = art.linear([
    [0, lit(scheme.glow, 0.04)],
    [1, scheme.accent],
  ]);
  art.add(disc(at, 112, face));
  for (let layer = 0; layer < 7; layer += 1) {
    const depth = layer / 6;
    const level = 348 + depth ** 1.4 * 210;
    const tone = depth < 0.5 ? mix(scheme.far, scheme.mid, depth * 2) : mix(scheme.mid, scheme.ink, depth * 2 - 1);
    const swell = 5 + depth * 24;
    const phase = art.between(0, 7);
    const points = Array.from({ length: 15 }, (_, step): Point => {
      const x = -20 + (width + 40) * (step / 14);
      return [x, level + Math.sin(x / (90 + depth * 150) + phase) * swell];
    });
    const fill = art.linear([
      [0, lit(tone, 0.07)],
      [0.4, tone],
      [1, lit(tone, -0.05)],
    ]);
    art.add(
      `<path d="${ground(points)}" fill="${fill}"/>`,
      line(through(points), mix(tone, scheme.glow, 0.55), 1.5 + depth * 1.5, 'opacity=".55"'),
    );
    for (let glint = 0; glint < 6 - layer * 0.6; glint += 1) {
      const reach = 20 + depth * 60;
      const x = at[0] + art.between(-70 - depth * 90, 70 + depth * 90);
      art.add(
        oval(
          [x, level + 14 + art.between(0, 18)],
          reach * art.between(0.4, 1),
          2 + depth,
          css(scheme.glow),
          'opacity=".5"',
        ),
      );
    }
  }
}

function soundHole(art: Canvas, scheme: Scheme): void {
  const wood = art.linear(
    [
      [0, lit(scheme.mid, 0.06)],
      [0.5, scheme.far],
      [1, scheme.near],
    ],
    [0, 0, 1, 1],
  );
  art.add(`<rect width="1200" height="600" fill="${wood}"/>`);
  for (let grain = 0; grain < 34; grain += 1) {
    const y = art.between(-20, 620);
    const bend = art.between(-24, 24);
    const path = `M-20 ${round(y)}Q600 ${round(y + bend)} 1220 ${round(y + bend / 3)}`;
    art.add(line(path, art.pick([scheme.near, scheme.low]), art.between(1, 5), 'opacity=".13"'));
  }
  const at: Point = [art.between(640, 800), art.between(290, 330)];
  shine(art, [at[0] - 240, at[1] - 260], 620, scheme.glow, 0.55);
  const rings: [number, Scheme['ink'], number][] = [
    [262, scheme.ink, 0.25],
    [248, scheme.accent, 1],
    [236, scheme.near, 1],
    [226, scheme.light, 0.9],
    [219, scheme.near, 1],
    [206, scheme.second, 0.9],
    [196, scheme.near, 1],
  ];
  for (const [radius, tone, opacity] of rings) art.add(disc(at, radius, css(tone), `opacity="${opacity}"`));
  const dark = art.radial(
    [
      [0, scheme.mid],
      [0.5, scheme.near],
      [1, scheme.ink],
    ],
    [0.62, 0.7],
  );
  art.add(disc(at, 180, dark), disc(at, 180, 'none', `stroke="${css(scheme.ink)}" stroke-width="10" opacity=".7"`));
}

interface Course {
  from: number;
  spread: number;
  tilt: number;
  swing: number;
}

/** Each string as the whole fan of places where it is while it swings. */
function strings(art: Canvas, scheme: Scheme, { from, spread, tilt, swing }: Course): void {
  for (let string = 0; string < 6; string += 1) {
    const y = from + string * spread;
    const knots = art.pick([1, 2, 2, 3]);
    const wide = swing * art.between(0.55, 1.1);
    for (let copy = -4; copy <= 4; copy += 1) {
      const share = copy / 4;
      const points = Array.from({ length: 25 }, (_, step): Point => {
        const along = step / 24;
        const rest = y + tilt * (0.5 - along);
        return [-20 + (width + 40) * along, rest + Math.sin(Math.PI * knots * along) * wide * share];
      });
      const edge = Math.abs(copy) === 4;
      const tone = edge ? scheme.light : mix(scheme.accent, scheme.light, 0.3);
      art.add(line(through(points), tone, edge ? 2.6 - string * 0.15 : 1.2, `opacity="${edge ? 0.95 : 0.34}"`));
    }
  }
}
