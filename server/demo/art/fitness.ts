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
  through,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme } from './tones.ts';

/** A trail over the hills, or the bend of a running track. */
export function fitness(art: Canvas, scheme: Scheme, variant: number): void {
  if (variant % 2 === 0) trail(art, scheme);
  else track(art, scheme);
  vignette(art, scheme, 0.36);
}

function trail(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 0.62);
  const sun: Point = [art.between(660, 860), art.between(190, 230)];
  shine(art, sun, 520, scheme.glow, 0.85);
  art.add(disc(sun, 74, css(scheme.glow)));
  for (let layer = 0; layer < 4; layer += 1) {
    const tone = mix(mix(scheme.far, scheme.low, 0.55), scheme.far, layer / 3);
    const peaks = ridge(art, 250 + layer * 38, 54 - layer * 8, 8 + layer);
    const fill = art.linear([
      [0, lit(tone, 0.03)],
      [0.5, mix(tone, scheme.low, 0.34)],
    ]);
    art.add(shape(ground(peaks), fill));
  }
  for (let flock = 0; flock < 6; flock += 1) {
    const [x, y] = [art.between(180, 520), art.between(90, 190)];
    art.add(
      line(
        `M${round(x - 11)} ${round(y - 5)}Q${round(x - 4)} ${round(y - 8)} ${round(x)} ${round(y)}Q${round(x + 4)} ${round(y - 8)} ${round(x + 11)} ${round(y - 5)}`,
        scheme.ink,
        2,
        'opacity=".5"',
      ),
    );
  }
  const hill = (level: number, bow: number): Point[] =>
    Array.from(
      { length: 9 },
      (_, step): Point => [-20 + step * 155, level - Math.sin((step / 8) * Math.PI) * bow + art.between(-6, 6)],
    );
  const slopes: [Point[], typeof scheme.mid][] = [
    [hill(432, 40), scheme.mid],
    [hill(500, 84), mix(scheme.mid, scheme.near, 0.55)],
  ];
  for (const [points, tone] of slopes) {
    const fill = art.linear([
      [0, mix(tone, scheme.glow, 0.3)],
      [0.25, tone],
      [1, scheme.near],
    ]);
    art.add(shape(ground(points), fill), line(through(points), scheme.glow, 2, 'opacity=".4"'));
    for (let tree = 0; tree < 13; tree += 1) pine(art, scheme, [art.between(0, width), 440 + art.between(0, 44)]);
  }
  path(art, scheme);
  for (let blade = 0; blade < 90; blade += 1) {
    const x = art.between(-10, width + 10);
    const tall = art.between(22, 74);
    const lean = art.between(-16, 16);
    const tone = art.pick([scheme.ink, scheme.near, mix(scheme.near, scheme.accent, 0.3)]);
    art.add(
      line(
        `M${round(x)} 612Q${round(x + lean / 3)} ${round(600 - tall / 2)} ${round(x + lean)} ${round(604 - tall)}`,
        tone,
        art.between(2, 5),
      ),
    );
  }
}

function pine(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const tall = art.between(26, 58);
  const tone = mix(scheme.near, scheme.second, art.between(0, 0.3));
  for (let tier = 0; tier < 3; tier += 1) {
    const wide = tall * (0.2 + tier * 0.09);
    const top = y - tall + tier * tall * 0.24;
    art.add(
      shape(
        `M${round(x)} ${round(top)}L${round(x + wide)} ${round(top + tall * 0.42)}H${round(x - wide)}Z`,
        css(lit(tone, 0.03 - tier * 0.02)),
      ),
    );
  }
}

/** It winds toward the light and narrows on the way. */
function path(art: Canvas, scheme: Scheme): void {
  const turn = art.random() < 0.5 ? -1 : 1;
  const spine = (along: number): [number, number, number] => {
    const near = (1 - along) ** 1.6;
    return [
      600 + turn * Math.sin(along * 7.4) * (60 + near * 190) + along * turn * 90,
      420 + near * 210,
      5 + near * 92,
    ];
  };
  const side = (sign: number) =>
    Array.from({ length: 19 }, (_, step): Point => {
      const [x, y, half] = spine(step / 18);
      return [x + sign * half, y];
    });
  const sand = art.linear([
    [0, scheme.glow],
    [0.5, mix(scheme.low, scheme.light, 0.3)],
    [1, mix(scheme.low, scheme.near, 0.5)],
  ]);
  art.add(shape(`${through(side(-1))}L${through([...side(1)].reverse()).slice(1)}Z`, sand));
  art.add(line(through(side(turn)), scheme.ink, 4, 'opacity=".3"'));
}

function track(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 0.5);
  const sun: Point = [art.between(300, 520), 205];
  shine(art, sun, 560, scheme.glow, 0.9);
  art.add(disc(sun, 92, css(scheme.glow)));
  art.add(shape(ground(ridge(art, 236, 18, 10)), css(mix(scheme.far, scheme.low, 0.3))));
  // The stand and its lights.
  for (let tower = 0; tower < 4; tower += 1) {
    const x = 700 + tower * 130;
    art.add(
      line(`M${x} 260V${110 + tower * 8}`, scheme.near, 6),
      box([x - 34, 92 + tower * 8], 68, 26, css(scheme.near), 'rx="4"'),
    );
    for (let lamp = 0; lamp < 4; lamp += 1) {
      shine(art, [x - 24 + lamp * 16, 105 + tower * 8], 24, scheme.glow, 0.9);
      art.add(disc([x - 24 + lamp * 16, 105 + tower * 8], 5.5, css(scheme.light)));
    }
  }
  const grass = art.linear([
    [0, mix(scheme.second, scheme.glow, 0.35)],
    [0.4, mix(scheme.second, scheme.near, 0.35)],
    [1, mix(scheme.second, scheme.ink, 0.65)],
  ]);
  art.add(box([0, 252], width, height, grass));
  const lanes = 8;
  const at: Point = [art.between(150, 280), 700];
  for (let lane = lanes; lane >= 0; lane -= 1) {
    const rx = 430 + lane * 108;
    const ry = 250 + lane * 25 + lane ** 2 * 1.6;
    const share = lane / lanes;
    const clay = art.linear(
      [
        [0, mix(scheme.accent, scheme.far, 0.3 + share * 0.4)],
        [0.4, mix(scheme.far, scheme.mid, 0.1 + share * 0.5)],
        [1, scheme.near],
      ],
      [0, 0, 0.7, 0.6],
    );
    if (lane > 0) art.add(oval(at, rx, ry, clay));
    else art.add(oval(at, rx, ry, grass));
    art.add(
      oval(at, rx, ry, 'none', `stroke="${css(scheme.light)}" stroke-width="${round(4 + share * 3)}" opacity=".85"`),
    );
  }
  for (let mark = 0; mark < 3; mark += 1) shine(art, [760 + mark * 150, 430 + mark * 40], 260, scheme.glow, 0.16);
}
