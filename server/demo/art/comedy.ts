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
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme } from './tones.ts';

const floor = 430;

/** A small stage: curtains, a light, and one thing to play with. */
export function comedy(art: Canvas, scheme: Scheme, variant: number): void {
  const back = art.linear([
    [0, mix(scheme.near, scheme.mid, 0.3)],
    [0.75, scheme.mid],
    [1, scheme.far],
  ]);
  art.add(box([0, 0], width, height, back));
  const at: Point = [art.between(540, 680), floor + 62];
  for (let fold = 0; fold < 26; fold += 1) {
    art.add(box([fold * 48, 0], 24, floor, css(scheme.ink), 'opacity=".12"'));
  }
  shine(art, [at[0], 300], 460, scheme.glow, 0.55);
  boards(art, scheme, at);
  beam(art, scheme, at, [art.between(160, 320), -60]);
  beam(art, scheme, at, [art.between(880, 1040), -60]);
  art.add(oval(at, 235, 52, css(scheme.glow), 'opacity=".5"'), oval(at, 190, 40, css(scheme.light), 'opacity=".55"'));
  const props = [stool, armchair, door];
  props[variant % props.length]?.(art, scheme, at);
  curtain(art, scheme, -1);
  curtain(art, scheme, 1);
  valance(art, scheme);
  for (let lamp = 0; lamp < 12; lamp += 1) {
    const x = 70 + lamp * 96;
    shine(art, [x, height + 4], 62, scheme.glow, 0.75);
    art.add(oval([x, height], 20, 12, css(scheme.glow)));
  }
  vignette(art, scheme, 0.4);
}

function boards(art: Canvas, scheme: Scheme, [aim]: Point): void {
  const wood = art.linear([
    [0, mix(scheme.mid, scheme.accent, 0.35)],
    [0.4, mix(scheme.near, scheme.accent, 0.25)],
    [1, scheme.ink],
  ]);
  art.add(box([0, floor], width, height - floor, wood));
  for (let board = -10; board <= 10; board += 1) {
    art.add(
      line(`M${round(aim + board * 80)} ${floor}L${round(aim + board * 190)} 610`, scheme.ink, 2, 'opacity=".3"'),
    );
  }
}

function beam(art: Canvas, scheme: Scheme, [x, y]: Point, [fromX, fromY]: Point): void {
  const light = art.linear([
    [0, scheme.light, 0.42],
    [1, scheme.light, 0.07],
  ]);
  art.add(
    shape(`M${round(fromX - 16)} ${fromY}H${round(fromX + 16)}L${round(x + 225)} ${y}H${round(x - 225)}Z`, light),
  );
}

const cloth = (art: Canvas, { far, near, ink, accent }: Scheme) =>
  art.linear(
    [
      [0, mix(near, ink, 0.4)],
      [0.28, mix(far, accent, 0.08)],
      [0.48, lit(mix(far, accent, 0.2), 0.06)],
      [0.7, far],
      [1, mix(near, ink, 0.55)],
    ],
    [0, 0, 1, 0],
  );

/** Folds that hang from the top and are tied to the side. */
function curtain(art: Canvas, scheme: Scheme, side: number): void {
  const edge = side < 0 ? 0 : width;
  const inward = -side;
  const folds = 8;
  art.add(box([side < 0 ? 0 : width - 120, 0], 120, height, css(scheme.ink), 'opacity=".45"'));
  for (let fold = folds - 1; fold >= 0; fold -= 1) {
    const top = edge + inward * fold * 46;
    const topEnd = edge + inward * (fold + 1.25) * 46;
    const tie = edge + inward * (8 + fold * 15);
    const tieEnd = edge + inward * (8 + (fold + 1.3) * 15);
    const low = edge + inward * (fold * 24 - 12);
    const lowEnd = edge + inward * ((fold + 1.3) * 24 - 12);
    const path = `M${round(top)} -10C${round(top)} 190 ${round(tie)} 240 ${round(tie)} 350C${round(tie)} 430 ${round(low)} 480 ${round(low)} 620H${round(lowEnd)}C${round(lowEnd)} 480 ${round(tieEnd)} 430 ${round(tieEnd)} 350C${round(tieEnd)} 240 ${round(topEnd)} 190 ${round(topEnd)} -10Z`;
    art.add(shape(path, cloth(art, scheme)));
  }
  const knot = edge + inward * 68;
  const rope = art.linear([
    [0, lit(scheme.accent, 0.1)],
    [1, mix(scheme.accent, scheme.ink, 0.5)],
  ]);
  art.add(
    box([Math.min(edge, knot + inward * 70) - 8, 338], 154, 20, rope, 'rx="10"'),
    shape(`M${round(knot - 14)} 356L${round(knot + 14)} 356L${round(knot + 22)} 426L${round(knot - 22)} 426Z`, rope),
    disc([knot, 352], 17, rope),
  );
}

function valance(art: Canvas, scheme: Scheme): void {
  const swags = 6;
  const wide = width / swags;
  for (let swag = 0; swag < swags; swag += 1) {
    const left = swag * wide;
    for (let pleat = 4; pleat >= 0; pleat -= 1) {
      const deep = 34 + pleat * 19;
      const tone = mix(scheme.far, pleat % 2 === 0 ? scheme.ink : scheme.accent, pleat % 2 === 0 ? 0.34 : 0.16);
      art.add(
        shape(
          `M${round(left - 6)} -10Q${round(left + wide / 2)} ${round(deep * 2)} ${round(left + wide + 6)} -10Z`,
          css(tone),
        ),
      );
    }
    const hem = `M${round(left)} 2Q${round(left + wide / 2)} 214 ${round(left + wide)} 2`;
    art.add(line(hem, scheme.accent, 5, 'opacity=".95"'));
  }
  for (let knob = 0; knob <= swags; knob += 1)
    art.add(disc([knob * wide, 6], 22, css(mix(scheme.accent, scheme.near, 0.25))));
}

function stool(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const dark = scheme.ink;
  art.add(oval([x - 30, y + 4], 90, 16, css(dark), 'opacity=".5"'));
  for (const leg of [-62, -22, 22, 62])
    art.add(line(`M${round(x - 30 + leg * 0.55)} ${y - 130}L${round(x - 30 + leg)} ${y}`, dark, 9));
  art.add(line(`M${round(x - 74)} ${y - 52}H${round(x + 14)}`, dark, 7));
  const seat = art.linear([
    [0, mix(scheme.accent, scheme.light, 0.3)],
    [1, mix(scheme.accent, dark, 0.5)],
  ]);
  art.add(box([x - 86, y - 150], 112, 26, seat, 'rx="13"'));
  const stand = x + 92;
  art.add(
    oval([stand, y - 4], 52, 11, css(dark)),
    line(`M${round(stand)} ${y - 6}V${y - 268}`, dark, 7),
    line(`M${round(stand)} ${y - 268}L${round(stand - 34)} ${y - 306}`, dark, 8),
  );
  const ball = art.radial(
    [
      [0, scheme.light],
      [0.5, mix(scheme.light, scheme.mid, 0.5)],
      [1, scheme.near],
    ],
    [0.35, 0.3],
  );
  art.add(disc([stand - 44, y - 318], 24, ball));
}

function armchair(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const shade = (share: number) =>
    art.linear([
      [0, lit(mix(scheme.second, scheme.light, 0.2), 0)],
      [1, mix(scheme.second, scheme.ink, share)],
    ]);
  art.add(oval([x, y + 8], 170, 24, css(scheme.ink), 'opacity=".5"'));
  for (const leg of [-104, 104]) art.add(box([x + leg - 9, y - 30], 18, 36, css(scheme.ink), 'rx="4"'));
  art.add(
    shape(
      `M${x - 96} ${y - 60}V${y - 210}Q${x - 90} ${y - 282} ${x} ${y - 284}Q${x + 90} ${y - 282} ${x + 96} ${y - 210}V${y - 60}Z`,
      shade(0.55),
    ),
    box([x - 98, y - 122], 196, 52, shade(0.35), 'rx="22"'),
    box([x - 104, y - 82], 208, 62, shade(0.6), 'rx="14"'),
    box([x - 142, y - 160], 62, 142, shade(0.5), 'rx="30"'),
    box([x + 80, y - 160], 62, 142, shade(0.7), 'rx="30"'),
  );
  for (const [dx, dy] of [
    [-44, -220],
    [0, -232],
    [44, -220],
    [-22, -182],
    [22, -182],
  ] as const) {
    art.add(disc([x + dx, y + dy], 5, css(scheme.ink), 'opacity=".45"'));
  }
}

/** A door without a house, open by a hand's breadth, with light behind it. */
function door(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  art.add(
    shape(
      `M${x - 86} ${y + 2}L${x + 86} ${y + 2}L${x + 150} ${y + 46}L${x - 130} ${y + 46}Z`,
      css(scheme.glow),
      'opacity=".35"',
    ),
  );
  art.add(box([x - 98, y - 312], 196, 316, css(scheme.ink), 'rx="6"'));
  const inside = art.linear([
    [0, scheme.glow],
    [1, scheme.accent],
  ]);
  art.add(box([x - 82, y - 298], 164, 300, inside));
  const leaf = art.linear(
    [
      [0, mix(scheme.second, scheme.ink, 0.15)],
      [1, mix(scheme.second, scheme.ink, 0.6)],
    ],
    [0, 0, 1, 0],
  );
  art.add(shape(`M${x - 82} ${y - 298}L${x + 34} ${y - 282}V${y + 14}L${x - 82} ${y + 2}Z`, leaf));
  for (const top of [-262, -132]) {
    const panel = `M${x - 62} ${y + top}L${x + 14} ${y + top + 9}V${y + top + 110}L${x - 62} ${y + top + 102}Z`;
    art.add(line(panel, mix(scheme.second, scheme.light, 0.35), 4, 'opacity=".7"'));
  }
  art.add(disc([x + 20, y - 136], 8, css(scheme.accent)));
}
