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
  through,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

/** Bowls on a table, and what rises from them. */
export function cooking(art: Canvas, scheme: Scheme, variant: number): void {
  wall(art, scheme);
  const layouts: [x: number, y: number, wide: number][][] = [
    [
      [905, 405, 210],
      [380, 425, 240],
      [640, 440, 400],
    ],
    [
      [840, 395, 240],
      [520, 425, 470],
    ],
    [
      [300, 405, 220],
      [560, 415, 250],
      [850, 435, 360],
    ],
  ];
  const bowls = layouts[variant % layouts.length] ?? [];
  const glazes = [scheme.second, scheme.accent, scheme.light];
  for (const [x, y, wide] of bowls) steam(art, scheme, [x, y - wide * 0.02], wide);
  bowls.forEach(([x, y, wide], place) => {
    const glaze = glazes[(place + variant) % glazes.length] ?? scheme.light;
    bowl(art, scheme, { at: [x, y], wide, glaze });
  });
  for (const [x, y, wide] of bowls.slice(-1)) steam(art, scheme, [x, y + wide * 0.03], wide * 0.7);
  leaves(art, scheme);
  vignette(art, scheme, 0.36);
}

function wall(art: Canvas, scheme: Scheme): void {
  const plaster = art.linear(
    [
      [0, scheme.high],
      [0.6, scheme.middle],
      [1, scheme.low],
    ],
    [0, 0, 0.6, 1],
  );
  art.add(box([0, 0], width, height, plaster));
  const x = art.between(560, 760);
  shine(art, [x, 300], 560, scheme.glow, 0.6);
  // A window: its light falls on the wall.
  for (let pane = 0; pane < 3; pane += 1) {
    const left = x - 250 + pane * 172;
    const slant = `M${round(left)} -10L${round(left + 140)} -10L${round(left + 70)} 330L${round(left - 70)} 330Z`;
    art.add(shape(slant, css(scheme.light), 'opacity=".13"'));
  }
  const table = art.linear([
    [0, mix(scheme.mid, scheme.low, 0.28)],
    [0.12, scheme.mid],
    [1, scheme.ink],
  ]);
  art.add(box([0, 452], width, 150, table), box([0, 452], width, 3, css(scheme.glow), 'opacity=".55"'));
  for (let board = 0; board < 9; board += 1) {
    const top = board * 150 - 10;
    art.add(line(`M${top} 455L${round(600 + (top - 600) * 1.5)} 610`, scheme.ink, 2, 'opacity=".25"'));
  }
}

function bowl(
  art: Canvas,
  scheme: Scheme,
  { at: [x, y], wide, glaze }: { at: Point; wide: number; glaze: Tone },
): void {
  const half = wide / 2;
  const deep = wide * 0.36;
  const body = `M${x - half} ${y}C${x - half} ${round(y + deep * 0.75)} ${round(x - half * 0.55)} ${round(y + deep)} ${round(x - half * 0.36)} ${round(y + deep)}H${round(x + half * 0.36)}C${round(x + half * 0.55)} ${round(y + deep)} ${x + half} ${round(y + deep * 0.75)} ${x + half} ${y}Z`;
  const shade = art.linear(
    [
      [0, lit(glaze, -0.14)],
      [0.3, lit(glaze, 0.05)],
      [0.6, glaze],
      [1, mix(glaze, scheme.ink, 0.6)],
    ],
    [0, 0, 1, 0.15],
  );
  art.add(
    oval([x + wide * 0.06, y + deep + wide * 0.03], half * 0.95, wide * 0.07, css(scheme.ink), 'opacity=".42"'),
    box([x - half * 0.34, y + deep - 4], wide * 0.34, wide * 0.045, css(mix(glaze, scheme.ink, 0.5)), 'rx="4"'),
    shape(body, shade),
  );
  art.within(`<path d="${body}"/>`, () => {
    for (let band = 0; band < 2; band += 1) {
      const level = y + deep * (0.36 + band * 0.14);
      const arc = `M${x - half} ${round(level - wide * 0.06)}Q${x} ${round(level + wide * 0.1)} ${x + half} ${round(level - wide * 0.06)}`;
      art.add(line(arc, band === 0 ? scheme.ink : scheme.accent, wide * (band === 0 ? 0.018 : 0.01), 'opacity=".55"'));
    }
    art.add(oval([x - half * 0.5, y + deep * 0.3], half * 0.13, deep * 0.5, css(scheme.light), 'opacity=".22"'));
  });
  const soup = art.pick([scheme.accent, mix(scheme.accent, scheme.far, 0.5), mix(scheme.accent, scheme.light, 0.45)]);
  const filled = art.linear(
    [
      [0, mix(soup, scheme.ink, 0.45)],
      [0.55, soup],
      [1, lit(soup, 0.1)],
    ],
    [0, 0, 0.3, 1],
  );
  art.add(
    oval([x, y], half, wide * 0.115, css(lit(glaze, 0.1))),
    oval([x, y + 2], half * 0.93, wide * 0.1, css(mix(glaze, scheme.ink, 0.62))),
    oval([x, y + wide * 0.018], half * 0.88, wide * 0.082, filled),
  );
  for (let bit = 0; bit < 11; bit += 1) {
    const angle = art.between(0, 6.28);
    const out = Math.sqrt(art.random()) * 0.72;
    const tone = art.pick([scheme.light, scheme.second, scheme.accent, scheme.near]);
    const spot: Point = [x + Math.cos(angle) * half * out, y + wide * 0.018 + Math.sin(angle) * wide * 0.07 * out];
    art.add(oval(spot, wide * art.between(0.012, 0.035), wide * art.between(0.008, 0.016), css(tone), 'opacity=".9"'));
  }
}

/** Ribbons that widen, turn and fade as they rise. */
function steam(art: Canvas, scheme: Scheme, [x, y]: Point, wide: number): void {
  const fade = art.linear([
    [0, scheme.light, 0],
    [0.45, scheme.light, 0.34],
    [0.88, scheme.light, 0.5],
    [1, scheme.light, 0],
  ]);
  for (let wisp = 0; wisp < 4; wisp += 1) {
    const left = x + (wisp - 1.5) * wide * 0.19;
    const phase = art.between(0, 6.28);
    const tall = art.between(0.75, 1) * y * 0.95;
    const side = (sign: number) =>
      Array.from({ length: 10 }, (_, step): Point => {
        const up = step / 9;
        const turn = Math.sin(phase + up * 5.2) * wide * 0.085 * (0.25 + up);
        const broad = wide * 0.055 * Math.sin(Math.PI * (0.12 + up * 0.88)) * (1 + 0.7 * Math.cos(phase + up * 5.2));
        return [left + turn + sign * broad, y - up * tall];
      });
    const path = `${through([...side(-1), ...side(1).reverse()])}Z`;
    art.add(line(path, scheme.light, wide * 0.03, 'opacity=".05"'), shape(path, fade, 'opacity=".85"'));
  }
}

function leaves(art: Canvas, scheme: Scheme): void {
  const left = art.random() < 0.5 ? art.between(70, 150) : art.between(1000, 1080);
  for (let leaf = 0; leaf < 7; leaf += 1) {
    const angle = -170 + leaf * 26 + art.between(-8, 8);
    const long = art.between(60, 105);
    const tone = art.pick([
      scheme.second,
      mix(scheme.second, scheme.near, 0.45),
      mix(scheme.second, scheme.light, 0.25),
    ]);
    art.add(
      `<g transform="translate(${round(left + leaf * 7)} ${round(560 - leaf * 3)}) rotate(${round(angle)})">${shape(`M0 0Q${round(long * 0.5)} ${round(-long * 0.3)} ${round(long)} 0Q${round(long * 0.5)} ${round(long * 0.3)} 0 0`, css(tone))}${line(`M4 0L${round(long * 0.92)} 0`, scheme.ink, 1.5, 'opacity=".3"')}</g>`,
    );
  }
  for (let berry = 0; berry < 4; berry += 1) {
    const spot: Point = [left + art.between(-60, 120), 566 + art.between(-10, 14)];
    const fill = art.radial(
      [
        [0, lit(scheme.accent, 0.14)],
        [1, mix(scheme.accent, scheme.ink, 0.4)],
      ],
      [0.35, 0.3],
    );
    art.add(disc(spot, art.between(9, 15), fill));
  }
}
