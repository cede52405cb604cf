import {
  box,
  type Canvas,
  disc,
  ground,
  height,
  line,
  type Point,
  ridge,
  round,
  shape,
  shine,
  sky,
  vignette,
  width,
} from './canvas.ts';
import { css, lit, mix, type Scheme } from './tones.ts';

/** A mast that sends into the night, or a voice as it looks. */
export function podcasts(art: Canvas, scheme: Scheme, variant: number): void {
  if (variant % 2 === 0) mast(art, scheme);
  else voice(art, scheme);
  vignette(art, scheme, 0.42);
}

function mast(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 0.8);
  for (let star = 0; star < 110; star += 1) {
    art.add(
      disc(
        [art.between(0, width), art.between(0, 330)],
        art.between(0.5, 2.1),
        css(scheme.light),
        `opacity="${round(art.between(0.2, 0.9) * 10) / 10}"`,
      ),
    );
  }
  const top: Point = [art.between(520, 720), 168];
  shine(art, top, 430, scheme.glow, 0.55);
  for (let wave = 9; wave >= 1; wave -= 1) {
    const radius = 34 + wave * 52 + wave ** 2 * 2.4;
    const tone = wave % 2 === 0 ? scheme.accent : scheme.light;
    for (const side of [-1, 1]) {
      const reach = 0.72;
      const from: Point = [top[0] + side * Math.cos(reach) * radius, top[1] - Math.sin(reach) * radius];
      const to: Point = [from[0], top[1] + Math.sin(reach) * radius];
      const arc = `M${round(from[0])} ${round(from[1])}A${round(radius)} ${round(radius)} 0 0 ${side > 0 ? 1 : 0} ${round(to[0])} ${round(to[1])}`;
      art.add(line(arc, tone, 9 - wave * 0.55, `opacity="${round((1 - wave / 11) * 10) / 10}"`));
    }
  }
  art.add(shape(ground(ridge(art, 412, 30, 8)), css(mix(scheme.far, scheme.low, 0.3))));
  art.add(shape(ground(ridge(art, 452, 26, 6)), css(mix(scheme.far, scheme.mid, 0.6))));
  const foot = 500;
  const half = 74;
  for (const side of [-1, 1])
    art.add(line(`M${round(top[0])} ${top[1]}L${round(top[0] + side * half)} ${foot}`, scheme.ink, 8));
  for (let brace = 0; brace < 7; brace += 1) {
    const at = (step: number) => ({
      y: top[1] + 40 + (foot - top[1] - 40) * (step / 7),
      w: half * ((40 + (foot - top[1] - 40) * (step / 7)) / (foot - top[1])),
    });
    const [from, to] = [at(brace), at(brace + 1)];
    art.add(
      line(`M${round(top[0] - from.w)} ${round(from.y)}L${round(top[0] + to.w)} ${round(to.y)}`, scheme.ink, 4),
      line(`M${round(top[0] + from.w)} ${round(from.y)}L${round(top[0] - to.w)} ${round(to.y)}`, scheme.ink, 4),
      line(`M${round(top[0] - from.w)} ${round(from.y)}H${round(top[0] + from.w)}`, scheme.ink, 4),
    );
  }
  shine(art, top, 70, scheme.far, 1);
  art.add(line(`M${round(top[0])} ${top[1]}V${top[1] - 62}`, scheme.ink, 5), disc(top, 11, css(scheme.light)));
  shine(art, [top[0], top[1] - 62], 44, scheme.accent, 1);
  hut(art, scheme, [top[0] + art.pick([-1, 1]) * art.between(180, 230), 506]);
}

/** The hill in front, with the only lit window far and wide. */
function hut(art: Canvas, scheme: Scheme, [x, y]: Point): void {
  const hill = Array.from(
    { length: 9 },
    (_, step): Point => [-20 + step * 155, 545 - Math.sin((step / 8) * Math.PI) * 52],
  );
  const fill = art.linear([
    [0, mix(scheme.near, scheme.mid, 0.35)],
    [1, scheme.ink],
  ]);
  art.add(shape(ground(hill), fill));
  shine(art, [x + 40, y - 26], 190, scheme.accent, 0.6);
  art.add(
    box([x - 70, y - 62], 140, 70, css(scheme.ink)),
    shape(`M${round(x - 88)} ${y - 58}L${round(x)} ${y - 112}L${round(x + 88)} ${y - 58}Z`, css(lit(scheme.ink, 0.06))),
    box([x + 16, y - 46], 34, 30, css(mix(scheme.accent, scheme.glow, 0.4))),
    box([x - 44, y - 46], 26, 54, css(lit(scheme.ink, 0.09))),
    line(`M${round(x + 33)} ${y - 46}V${y - 16}M${round(x + 16)} ${y - 31}H${round(x + 50)}`, scheme.ink, 3),
  );
}

function voice(art: Canvas, scheme: Scheme): void {
  sky(art, scheme, 1);
  const at: Point = [art.between(540, 680), 300];
  shine(art, at, 560, scheme.glow, 0.85);
  for (let ring = 0; ring < 6; ring += 1) {
    art.add(
      disc(
        at,
        120 + ring * 78,
        'none',
        `stroke="${css(scheme.light)}" stroke-width="2" opacity="${round((0.4 - ring * 0.06) * 100) / 100}"`,
      ),
    );
  }
  const bars = 47;
  const step = width / bars;
  const phase = [art.between(0, 6), art.between(0, 6), art.between(0, 6)] as const;
  const loud = (bar: number) => {
    const middle = 1 - Math.abs(bar - (at[0] / width) * bars) / (bars * 0.62);
    const wave =
      0.5 +
      0.24 * Math.sin(bar * 0.9 + phase[0]) +
      0.17 * Math.sin(bar * 2.3 + phase[1]) +
      0.13 * Math.sin(bar * 0.35 + phase[2]);
    return Math.max(0.06, middle ** 1.3 * wave);
  };
  for (const { dy, scale, opacity, back } of [
    { dy: -8, scale: 1.3, opacity: 0.35, back: true },
    { dy: 0, scale: 1, opacity: 1, back: false },
  ]) {
    for (let bar = 0; bar < bars; bar += 1) {
      const tall = loud(back ? bar + 1.7 : bar) * 410 * scale;
      const share = Math.min(1, loud(bar) * 1.3);
      const fill = back
        ? css(scheme.far)
        : art.linear([
            [0, mix(scheme.accent, scheme.light, 0.55)],
            [0.5, mix(scheme.far, scheme.accent, share)],
            [1, mix(scheme.second, scheme.mid, 0.3)],
          ]);
      const wide = step * (back ? 0.92 : 0.56);
      art.add(
        box(
          [bar * step + (step - wide) / 2, at[1] + dy - tall / 2],
          wide,
          tall,
          fill,
          `rx="${round(wide / 2)}" opacity="${opacity}"`,
        ),
      );
    }
  }
  art.add(line(`M0 ${at[1]}H${width}`, scheme.light, 1.5, 'opacity=".3"'));
  for (let mote = 0; mote < 34; mote += 1) {
    art.add(
      disc(
        [art.between(0, width), art.between(0, height)],
        art.between(1, 5),
        css(scheme.light),
        `opacity="${round(art.between(0.1, 0.5) * 10) / 10}"`,
      ),
    );
  }
}
