import {
  box,
  type Canvas,
  disc,
  height,
  line,
  type Point,
  round,
  shape,
  shine,
  sky,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

/** Wings that open, or scales that shimmer. */
export function cosplay(art: Canvas, scheme: Scheme, variant: number): void {
  if (variant % 2 === 0) wings(art, scheme);
  else scales(art, scheme);
  vignette(art, scheme, 0.45);
}

function wings(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 1);
  const at: Point = [600, 400];
  shine(art, [600, 330], 620, scheme.glow, 0.8);
  for (let ray = 0; ray < 22; ray += 1) {
    const angle = Math.PI + (ray / 21) * Math.PI;
    const wide = art.between(0.015, 0.05);
    const tip = (turn: number) => `${round(at[0] + Math.cos(turn) * 900)} ${round(at[1] + Math.sin(turn) * 900)}`;
    art.add(shape(`M600 400L${tip(angle - wide)}L${tip(angle + wide)}Z`, css(scheme.light), 'opacity=".09"'));
  }
  const sets: [count: number, long: number, from: number, to: number, tone: Tone][] = [
    [11, 560, -62, 14, scheme.near],
    [11, 455, -58, 20, scheme.mid],
    [10, 345, -54, 26, scheme.far],
    [9, 235, -50, 32, scheme.accent],
    [7, 140, -44, 36, mix(scheme.accent, scheme.light, 0.5)],
  ];
  const jitter = Array.from({ length: 12 }, () => art.between(-0.03, 0.03));
  for (const [count, long, from, to, tone] of sets) {
    for (const side of [-1, 1]) {
      for (let feather = 0; feather < count; feather += 1) {
        const share = feather / (count - 1);
        const angle = from + (to - from) * share;
        const reach = long * (0.74 + 0.3 * Math.sin(Math.PI * (0.2 + share * 0.62)) + (jitter[feather] ?? 0));
        plume(art, scheme, {
          at: [600 + side * 26, 404],
          side,
          angle,
          reach,
          tone: lit(tone, (jitter[feather] ?? 0) * 1.6),
        });
      }
    }
  }
  mask(art, scheme, at);
}

interface Plume {
  at: Point;
  side: number;
  angle: number;
  reach: number;
  tone: Tone;
}

function plume(art: Canvas, scheme: Scheme, { at: [x, y], side, angle, reach, tone }: Plume): void {
  const wide = reach * 0.085 + 9;
  const fill = art.linear(
    [
      [0, mix(tone, scheme.ink, 0.45)],
      [0.55, tone],
      [1, mix(tone, scheme.glow, 0.45)],
    ],
    [0, 0, 1, 0],
  );
  const blade = `M0 0C${round(reach * 0.3)} ${round(-wide)} ${round(reach * 0.82)} ${round(-wide * 1.25)} ${round(reach)} 0C${round(reach * 0.84)} ${round(wide * 0.7)} ${round(reach * 0.3)} ${round(wide * 0.75)} 0 0Z`;
  art.add(
    `<g transform="translate(${round(x)} ${round(y)}) scale(${side} 1) rotate(${round(angle)})">${shape(blade, css(scheme.ink), 'opacity=".28" transform="translate(3 7)"')}${shape(blade, fill)}${line(`M8 0L${round(reach * 0.94)} 0`, mix(tone, scheme.light, 0.5), 1.6, 'opacity=".55"')}</g>`,
  );
}

/** What holds the wings: a breastplate with a stone in it. */
function mask(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const metal = art.linear(
    [
      [0, lit(scheme.accent, 0.12)],
      [0.5, scheme.accent],
      [1, mix(scheme.accent, scheme.ink, 0.6)],
    ],
    [0, 0, 1, 1],
  );
  const plate = `M${x} ${y - 92}C${x + 60} ${y - 84} ${x + 84} ${y - 30} ${x + 62} ${y + 40}C${x + 44} ${y + 92} ${x + 14} ${y + 120} ${x} ${y + 142}C${x - 14} ${y + 120} ${x - 44} ${y + 92} ${x - 62} ${y + 40}C${x - 84} ${y - 30} ${x - 60} ${y - 84} ${x} ${y - 92}Z`;
  art.add(shape(plate, css(scheme.ink), 'opacity=".45" transform="translate(4 12)"'), shape(plate, metal));
  art.add(line(`M${x} ${y - 88}V${y + 136}`, mix(scheme.accent, scheme.ink, 0.5), 2, 'opacity=".6"'));
  for (const curve of [0, 1, 2]) {
    const path = `M${x - 62 + curve * 6} ${y - 20 + curve * 34}Q${x} ${y + 26 + curve * 34} ${x + 62 - curve * 6} ${y - 20 + curve * 34}`;
    art.add(line(path, mix(scheme.accent, scheme.ink, 0.55), 3, 'opacity=".55"'));
  }
  const stone = art.radial(
    [
      [0, scheme.light],
      [0.4, scheme.second],
      [1, mix(scheme.second, scheme.ink, 0.6)],
    ],
    [0.35, 0.32],
  );
  art.add(disc([x, y - 34], 27, css(scheme.ink), 'opacity=".5"'), disc([x, y - 36], 24, stone));
}

/** Rows of them, brighter where the light falls. */
function scales(art: Canvas, scheme: Scheme): void {
  art.add(box([0, 0], width, height, css(scheme.ink)));
  const lightAt: Point = [art.between(480, 820), art.between(130, 280)];
  const size = 74;
  const sweep = art.between(-0.25, 0.25);
  for (let row = 13; row >= -1; row -= 1) {
    for (let column = -1; column < 19; column += 1) {
      const x = column * size * 0.9 + (row % 2 === 0 ? 0 : size * 0.45);
      const y = row * size * 0.62 + Math.sin(x / 240 + row * 0.4) * 12;
      const away = Math.hypot(x - lightAt[0], (y - lightAt[1]) * 1.25) / 720;
      const wave = Math.sin(x * 0.006 + y * (0.009 + sweep * 0.01) + row * 0.12);
      const base = wave > 0 ? mix(scheme.far, scheme.accent, wave * 0.85) : mix(scheme.far, scheme.second, -wave * 0.8);
      const tone = lit(mix(base, scheme.ink, Math.min(0.84, away * 1.02)), 0);
      const face = art.linear(
        [
          [0, mix(tone, scheme.ink, 0.62)],
          [0.55, tone],
          [1, mix(tone, scheme.glow, Math.max(0.05, 0.5 - away * 0.6))],
        ],
        [0.25, 0, 0.7, 1],
      );
      const half = size * 0.52;
      const path = `M${round(x - half)} ${round(y - size * 0.42)}C${round(x - half)} ${round(y + size * 0.24)} ${round(x - half * 0.4)} ${round(y + size * 0.48)} ${round(x)} ${round(y + size * 0.64)}C${round(x + half * 0.4)} ${round(y + size * 0.48)} ${round(x + half)} ${round(y + size * 0.24)} ${round(x + half)} ${round(y - size * 0.42)}Z`;
      art.add(shape(path, css(scheme.ink), 'opacity=".5" transform="translate(0 7)"'), shape(path, face));
      art.add(
        line(
          `M${round(x)} ${round(y - size * 0.3)}V${round(y + size * 0.5)}`,
          mix(tone, scheme.light, 0.4),
          1.4,
          'opacity=".4"',
        ),
      );
    }
  }
  shine(art, lightAt, 430, scheme.glow, 0.42);
}
