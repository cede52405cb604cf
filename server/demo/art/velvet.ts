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
import { css, lit, mix, type Scheme } from './tones.ts';

/** Draped velvet and candles: what stands for pools behind the age gate. */
export function velvet(art: Canvas, scheme: Scheme): void {
  art.add(box([0, 0], width, height, css(scheme.ink)));
  const folds = 15;
  for (let fold = 0; fold < folds; fold += 1) {
    const left = (fold / folds) * (width + 200) - 120;
    const lean = art.between(40, 130);
    const bulge = art.between(-36, 36);
    const side = (dx: number): Point[] =>
      Array.from({ length: 7 }, (_, step): Point => {
        const down = step / 6;
        return [left + dx + lean * down + Math.sin(down * 4 + fold) * 22 + bulge * down ** 2, -20 + down * 660];
      });
    const path = `${through(side(0))}L${through(side(128).reverse()).slice(1)}Z`;
    const cloth = art.linear(
      [
        [0, mix(scheme.near, scheme.ink, 0.5)],
        [0.32, scheme.mid],
        [0.5, lit(scheme.far, 0.05)],
        [0.62, scheme.far],
        [1, mix(scheme.near, scheme.ink, 0.75)],
      ],
      [0, 0, 1, 0.12],
    );
    art.add(shape(path, cloth));
  }
  const table = art.linear([
    [0, mix(scheme.near, scheme.accent, 0.22)],
    [1, scheme.ink],
  ]);
  art.add(
    oval([600, 610], 760, 130, table),
    oval([600, 606], 744, 122, 'none', `stroke="${css(scheme.accent)}" stroke-width="2" opacity=".4"`),
  );
  const middle = art.between(560, 700);
  for (const [dx, foot, tall] of [
    [-150, 520, 150],
    [130, 526, 120],
    [-10, 548, 220],
  ] as const) {
    candle(art, scheme, [middle + dx, foot], tall);
  }
  vignette(art, scheme, 0.6);
}

function candle(art: Canvas, scheme: Scheme, [x, y]: Point, tall: number): void {
  const top = y - tall;
  shine(art, [x, top - 34], 330, scheme.accent, 0.55);
  art.add(oval([x, y + 4], 62, 13, css(scheme.ink), 'opacity=".55"'));
  const wax = art.linear(
    [
      [0, mix(scheme.light, scheme.far, 0.5)],
      [0.35, scheme.light],
      [1, mix(scheme.light, scheme.mid, 0.7)],
    ],
    [0, 0, 1, 0],
  );
  art.add(
    oval([x, y], 52, 12, css(mix(scheme.accent, scheme.ink, 0.3))),
    box([x - 26, top], 52, tall, wax, 'rx="7"'),
    oval([x, top + 5], 26, 8, css(mix(scheme.light, scheme.accent, 0.35))),
    line(`M${round(x)} ${round(top + 4)}V${round(top - 12)}`, scheme.ink, 3),
  );
  const flame = art.linear([
    [0, scheme.glow, 0.85],
    [0.6, scheme.light],
    [1, scheme.accent],
  ]);
  shine(art, [x, top - 34], 84, scheme.glow, 0.95);
  art.add(
    shape(
      `M${round(x)} ${round(top - 78)}C${round(x + 20)} ${round(top - 40)} ${round(x + 17)} ${round(top - 8)} ${round(x)} ${round(top - 8)}C${round(x - 17)} ${round(top - 8)} ${round(x - 20)} ${round(top - 40)} ${round(x)} ${round(top - 78)}Z`,
      flame,
    ),
    disc([x, top - 16], 6, css(scheme.second), 'opacity=".45"'),
  );
}
