import {
  box,
  type Canvas,
  disc,
  height,
  line,
  oval,
  type Point,
  round,
  shape,
  shine,
  sky,
  through,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

/** Art: a city from its roofs, or the strokes of a wide brush. */
export function painting(art: Canvas, scheme: Scheme, variant: number): void {
  if (variant % 2 === 0) roofs(art, scheme);
  else strokes(art, scheme);
  vignette(art, scheme, 0.34);
}

function roofs(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 0.75);
  const moon: Point = [art.between(300, 880), art.between(120, 170)];
  shine(art, moon, 380, scheme.glow, 0.8);
  art.add(disc(moon, 58, css(scheme.glow)));
  for (let row = 0; row < 5; row += 1) {
    const depth = row / 4;
    const base = depth < 0.5 ? mix(scheme.far, scheme.mid, depth * 2) : mix(scheme.mid, scheme.near, depth * 2 - 1);
    const tone = mix(base, scheme.low, (1 - depth) * 0.42);
    let x = -80 - art.between(0, 60);
    while (x < width + 60) {
      const wide = art.between(70, 120) * (0.65 + depth * 0.9);
      house(art, scheme, { x, y: 262 + row * 66 + art.between(-26, 26), wide, tone, depth });
      x += wide * art.between(0.86, 1);
    }
  }
  lanterns(art, scheme);
}

interface House {
  x: number;
  y: number;
  wide: number;
  tone: Tone;
  depth: number;
}

function house(art: Canvas, scheme: Scheme, { x, y, wide, tone, depth }: House): void {
  const gable = wide * art.between(0.34, 0.55);
  const middle = x + wide / 2;
  const wall = lit(tone, art.between(-0.03, 0.04));
  const tiles = mix(wall, art.pick([scheme.accent, scheme.far, scheme.far]), 0.42);
  if (art.random() < 0.5) {
    art.add(box([x + wide * 0.68, y - gable * 0.95], wide * 0.12, gable, css(mix(wall, scheme.ink, 0.35))));
  }
  art.add(
    box(
      [x, y],
      wide,
      height - y + 20,
      art.linear(
        [
          [0, wall],
          [0.6, mix(wall, scheme.ink, 0.35)],
        ],
        [0, 0, 0.35, 1],
      ),
    ),
    shape(
      `M${round(x - 6)} ${round(y + 3)}L${round(middle)} ${round(y - gable)}L${round(middle)} ${round(y + 3)}Z`,
      css(lit(tiles, 0.06)),
    ),
    shape(
      `M${round(x + wide + 6)} ${round(y + 3)}L${round(middle)} ${round(y - gable)}L${round(middle)} ${round(y + 3)}Z`,
      css(mix(tiles, scheme.ink, 0.32)),
    ),
    line(
      `M${round(x - 6)} ${round(y + 3)}L${round(middle)} ${round(y - gable)}`,
      scheme.glow,
      1.2 + depth,
      'opacity=".5"',
    ),
  );
  const size = wide * 0.13;
  for (let column = 0; column < 3; column += 1) {
    for (let floor = 0; floor < 2; floor += 1) {
      if (art.random() < 0.3) continue;
      const glows = art.random() < 0.55;
      const at: Point = [x + wide * (0.16 + column * 0.27), y + wide * (0.16 + floor * 0.34)];
      if (glows) shine(art, [at[0] + size / 2, at[1] + size * 0.6], size * 1.9, scheme.accent, 0.5);
      art.add(
        box(
          at,
          size,
          size * 1.35,
          css(glows ? mix(scheme.accent, scheme.glow, 0.35) : mix(wall, scheme.ink, 0.55)),
          'rx="1.5"',
        ),
      );
    }
  }
}

/** Two strings of them between the roofs. */
function lanterns(art: Canvas, scheme: Scheme): void {
  for (const [level, sag] of [
    [250, 96],
    [330, 120],
  ] as const) {
    const rise = art.between(-50, 50);
    art.add(line(`M-20 ${level}Q600 ${level + sag * 2} 1220 ${round(level + rise)}`, scheme.ink, 2, 'opacity=".8"'));
    for (let lamp = 1; lamp < 14; lamp += 1) {
      const t = lamp / 14;
      const x = -20 + 1240 * t;
      const y = (1 - t) ** 2 * level + 2 * t * (1 - t) * (level + sag * 2) + t ** 2 * (level + rise);
      const tone = art.pick([scheme.accent, scheme.far, scheme.second, scheme.glow]);
      shine(art, [x, y + 14], 52, tone, 0.7);
      art.add(
        oval([x, y + 14], 11, 13, css(mix(tone, scheme.light, 0.3))),
        oval([x, y + 14], 5, 12, css(scheme.light), 'opacity=".5"'),
      );
    }
  }
}

function strokes(art: Canvas, scheme: Scheme): void {
  art.add(box([0, 0], width, height, css(mix(scheme.high, scheme.middle, 0.5))));
  const sun: Point = [art.between(700, 940), art.between(150, 220)];
  const tones: Tone[] = [
    scheme.high,
    scheme.middle,
    scheme.low,
    scheme.far,
    scheme.accent,
    scheme.second,
    scheme.mid,
    scheme.near,
    scheme.ink,
  ];
  tones.forEach((tone, place) => {
    if (place === 3) {
      shine(art, sun, 300, scheme.glow, 0.9);
      for (let ring = 0; ring < 26; ring += 1) {
        art.add(
          disc(
            [sun[0] + art.between(-4, 4), sun[1] + art.between(-4, 4)],
            6 + ring * 3.4,
            'none',
            `stroke="${css(mix(scheme.glow, scheme.accent, ring / 30))}" stroke-width="4.4" opacity=".85"`,
          ),
        );
      }
    }
    swathe(art, scheme, tone, -20 + place * 78);
  });
  for (let drop = 0; drop < 34; drop += 1) {
    const tone = art.pick([scheme.accent, scheme.light, scheme.second]);
    art.add(disc([art.between(0, width), art.between(180, height)], art.between(1.5, 6), css(tone), 'opacity=".75"'));
  }
}

/** One pull of the brush: many bristles beside each other, each with a little more or less paint. */
function swathe(art: Canvas, scheme: Scheme, tone: Tone, level: number): void {
  const lift = art.between(30, 90);
  const phase = art.between(0, 6.28);
  const length = art.between(420, 760);
  const bristles = 26;
  const spine = (x: number) => level + Math.sin(x / length + phase) * lift + Math.sin(x / 190 + phase * 2) * 12;
  const under = Array.from({ length: 13 }, (_, step): Point => [-20 + step * 104, spine(-20 + step * 104) + 60]);
  art.add(line(through(under), mix(tone, scheme.ink, 0.4), 126, 'opacity=".34"'));
  for (let bristle = 0; bristle < bristles; bristle += 1) {
    const off = (bristle - bristles / 2) * 4.6 + 50;
    const shade = lit(
      mix(tone, art.pick([scheme.light, scheme.ink, tone, tone]), art.between(0, 0.2)),
      art.between(-0.03, 0.05),
    );
    const points = Array.from({ length: 13 }, (_, step): Point => {
      const x = -20 + step * 104;
      return [x, spine(x) + off + Math.sin(step * 1.7 + bristle) * 1.6];
    });
    art.add(line(through(points), shade, art.between(4, 9), `opacity="${round(art.between(0.7, 1) * 10) / 10}"`));
  }
}
