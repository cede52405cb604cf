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
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

/** Planets on their ways, light through a prism, or marbles on a shelf. */
export function education(art: Canvas, scheme: Scheme, variant: number): void {
  const scenes = [orbits, prism, marbles];
  scenes[variant % scenes.length]?.(art, scheme);
  vignette(art, scheme, 0.42);
}

function stars(art: Canvas, scheme: Scheme, count: number): void {
  for (let star = 0; star < count; star += 1) {
    const size = art.random() ** 3 * 3 + 0.6;
    art.add(
      disc(
        [art.between(0, width), art.between(0, height)],
        size,
        css(scheme.light),
        `opacity="${round(art.between(0.3, 1) * 10) / 10}"`,
      ),
    );
  }
}

/** A ball in the light of `sun`. */
function ball(art: Canvas, scheme: Scheme, at: Point, radius: number, tone: Tone, from: Point): void {
  const angle = Math.atan2(from[1] - at[1], from[0] - at[0]);
  const fill = art.radial(
    [
      [0, mix(tone, scheme.light, 0.6)],
      [0.35, tone],
      [0.85, mix(tone, scheme.ink, 0.7)],
      [1, mix(tone, scheme.ink, 0.82)],
    ],
    [0.5 + Math.cos(angle) * 0.24, 0.5 + Math.sin(angle) * 0.24],
  );
  art.add(disc(at, radius, fill));
}

function orbits(art: Canvas, scheme: Scheme): void {
  sky(art, { ...scheme, high: scheme.ink, middle: scheme.near, low: scheme.mid }, 1);
  for (let cloud = 0; cloud < 5; cloud += 1) {
    shine(
      art,
      [art.between(0, width), art.between(0, height)],
      art.between(200, 380),
      art.pick([scheme.far, scheme.second, scheme.mid]),
      0.4,
    );
  }
  stars(art, scheme, 130);
  const sun: Point = [art.between(500, 640), art.between(300, 340)];
  shine(art, sun, 330, scheme.glow, 0.95);
  const tones = [scheme.second, scheme.accent, scheme.far, scheme.light, scheme.second];
  const tilt = art.between(-16, -8);
  tones.forEach((tone, place) => {
    const rx = 160 + place * 112;
    const ry = rx * 0.36;
    const angle = art.between(0, 6.28);
    art.add(
      oval(
        sun,
        rx,
        ry,
        'none',
        `stroke="${css(scheme.light)}" stroke-width="1.8" opacity="${0.55 - place * 0.07}" transform="rotate(${round(tilt)} ${round(sun[0])} ${round(sun[1])})"`,
      ),
    );
    const turn = (tilt * Math.PI) / 180;
    const [ox, oy] = [Math.cos(angle) * rx, Math.sin(angle) * ry];
    const at: Point = [
      sun[0] + ox * Math.cos(turn) - oy * Math.sin(turn),
      sun[1] + ox * Math.sin(turn) + oy * Math.cos(turn),
    ];
    const radius = (14 + place * 7) * (1 + 0.3 * Math.sin(angle));
    ball(art, scheme, at, radius, tone, sun);
    if (place === 3) {
      art.add(
        oval(
          at,
          radius * 1.9,
          radius * 0.5,
          'none',
          `stroke="${css(scheme.accent)}" stroke-width="6" opacity=".8" transform="rotate(-20 ${round(at[0])} ${round(at[1])})"`,
        ),
      );
    }
    if (place === 4) ball(art, scheme, [at[0] + radius * 1.6, at[1] - radius], 8, scheme.light, sun);
  });
  const core = art.radial([
    [0, scheme.light],
    [0.6, scheme.glow],
    [1, scheme.accent],
  ]);
  art.add(disc(sun, 66, core));
}

function prism(art: Canvas, scheme: Scheme): void {
  const dark = art.linear(
    [
      [0, scheme.near],
      [1, scheme.ink],
    ],
    [0, 0, 1, 1],
  );
  art.add(box([0, 0], width, height, dark));
  const [x, y] = [art.between(500, 590), 330];
  shine(art, [x, y], 520, scheme.mid, 0.85);
  const entry: Point = [x - 78, y - 6];
  const white = art.linear(
    [
      [0, scheme.light, 0.2],
      [1, scheme.light],
    ],
    [0, 0, 1, 0],
  );
  art.add(shape(`M-20 ${y + 96}L${round(entry[0])} ${entry[1] - 7}V${entry[1] + 9}L-20 ${y + 130}Z`, white));
  spectrum(art, scheme, [x + 74, y - 14]);
  for (let mote = 0; mote < 60; mote += 1) {
    art.add(
      disc(
        [art.between(0, width), art.between(60, 540)],
        art.between(0.8, 3.4),
        css(scheme.light),
        `opacity="${round(art.between(0.15, 0.6) * 10) / 10}"`,
      ),
    );
  }
  glass(art, scheme, [x, y]);
}

const colours: Tone[] = [
  [0.68, 0.19, 24],
  [0.76, 0.16, 52],
  [0.86, 0.15, 86],
  [0.78, 0.13, 150],
  [0.7, 0.11, 192],
  [0.58, 0.14, 262],
  [0.5, 0.16, 312],
];

/** What comes out on the other side, wider and wider. */
function spectrum(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const spread = (step: number) => y - 176 + step * 62;
  for (const [place, tone] of colours.entries()) {
    const fill = art.linear(
      [
        [0, mix(tone, scheme.light, 0.35)],
        [0.5, tone],
        [1, tone, 0.5],
      ],
      [0, 0, 1, 0],
    );
    const start = y + place * 7;
    art.add(
      shape(
        `M${round(x - 8 + place * 4)} ${round(start)}L1220 ${round(spread(place))}L1220 ${round(spread(place + 1) + 2)}L${round(x - 4 + place * 4)} ${round(start + 8)}Z`,
        fill,
        'opacity=".92"',
      ),
    );
  }
}

function glass(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const sheen = art.linear(
    [
      [0, scheme.light, 0.75],
      [0.5, scheme.second, 0.3],
      [1, scheme.light, 0.5],
    ],
    [0, 0, 1, 1],
  );
  const body = `M${round(x)} ${y - 178}L${round(x + 172)} ${y + 120}H${round(x - 172)}Z`;
  art.add(oval([x, y + 128], 210, 22, css(scheme.ink), 'opacity=".6"'));
  art.add(
    shape(body, sheen),
    shape(
      `M${round(x)} ${y - 178}L${round(x + 172)} ${y + 120}L${round(x + 20)} ${y + 120}Z`,
      css(scheme.light),
      'opacity=".13"',
    ),
  );
  art.add(line(body, scheme.light, 4, 'stroke-linejoin="round" opacity=".9"'));
}

function marbles(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 0.7);
  const lamp: Point = [art.between(320, 460), 60];
  shine(art, lamp, 760, scheme.glow, 0.8);
  const shelf = art.linear([
    [0, mix(scheme.mid, scheme.glow, 0.4)],
    [0.18, scheme.mid],
    [1, scheme.near],
  ]);
  art.add(box([0, 420], width, 200, shelf));
  const tones = [scheme.second, scheme.accent, scheme.far, scheme.light, scheme.second, scheme.accent, scheme.mid];
  const spots: [number, number, number][] = [
    [150, 400, 58],
    [1050, 402, 66],
    [330, 424, 82],
    [890, 430, 92],
    [500, 462, 62],
    [700, 412, 128],
    [1010, 520, 54],
    [230, 530, 64],
    [590, 540, 44],
  ];
  for (const [place, [x, y, radius]] of spots.entries()) {
    marble(art, scheme, [x + art.between(-14, 14), y], radius, tones[place % tones.length] ?? scheme.accent);
  }
}

/** Glass with a ribbon of colour in it; the light falls through and lies on the shelf. */
function marble(art: Canvas, scheme: Scheme, at: Point, radius: number, tone: Tone): void {
  const [x, y] = at;
  art.add(oval([x + radius * 0.35, y + radius * 0.92], radius * 1.05, radius * 0.22, css(scheme.ink), 'opacity=".4"'));
  shine(art, [x + radius * 0.5, y + radius * 0.93], radius * 0.6, tone, 0.8);
  const glass = art.radial(
    [
      [0, mix(tone, scheme.light, 0.75)],
      [0.45, mix(tone, scheme.light, 0.2)],
      [0.85, mix(tone, scheme.ink, 0.5)],
      [1, mix(tone, scheme.ink, 0.66)],
    ],
    [0.62, 0.66],
  );
  art.add(disc(at, radius, glass));
  art.within(disc(at, radius * 0.94, '#000'), () => {
    const turn = art.between(0, 180);
    for (let ribbon = 0; ribbon < 4; ribbon += 1) {
      const colour = art.pick([scheme.light, scheme.accent, scheme.second, scheme.near]);
      const bow = radius * (0.75 - ribbon * 0.36);
      art.add(
        line(
          `M${round(-radius)} ${round(ribbon * 4)}C${round(-radius * 0.3)} ${round(-bow)} ${round(radius * 0.3)} ${round(bow)} ${round(radius)} ${round(-ribbon * 4)}`,
          colour,
          radius * 0.15,
          `opacity=".8" transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})"`,
        ),
      );
    }
  });
  art.add(
    disc(
      at,
      radius * 0.98,
      'none',
      `stroke="${css(lit(tone, 0.14))}" stroke-width="${round(radius * 0.035)}" opacity=".5"`,
    ),
  );
  art.add(
    oval(
      [x - radius * 0.36, y - radius * 0.46],
      radius * 0.26,
      radius * 0.16,
      css(scheme.light),
      `opacity=".85" transform="rotate(-36 ${round(x - radius * 0.36)} ${round(y - radius * 0.46)})"`,
    ),
  );
}
