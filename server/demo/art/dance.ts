import {
  type Canvas,
  disc,
  height,
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
import { css, mix, type Scheme, type Tone } from './tones.ts';

/** Silk in the air: ribbons of many threads that cross and turn. */
export function dance(art: Canvas, scheme: Scheme, variant: number): void {
  sky(art, scheme, 1);
  const at: Point = [art.between(480, 720), 290];
  shine(art, at, 600, scheme.glow, 0.7);
  art.add(
    oval([600, 566], 520, 60, css(scheme.light), 'opacity=".14"'),
    oval([600, 566], 320, 34, css(scheme.light), 'opacity=".18"'),
  );
  const silks: [Tone, Tone][] = [
    [scheme.near, scheme.far],
    [scheme.second, mix(scheme.second, scheme.light, 0.6)],
    [scheme.far, scheme.accent],
    [scheme.accent, scheme.light],
  ];
  for (const [place, [from, to]] of silks.entries()) ribbon(art, scheme, { from, to, place, variant });
  for (let mote = 0; mote < 70; mote += 1) {
    const away = art.random();
    const angle = art.between(0, 6.28);
    const spot: Point = [at[0] + Math.cos(angle) * away * 560, at[1] + Math.sin(angle) * away * 270];
    art.add(
      disc(
        spot,
        art.between(0.8, 4),
        css(art.pick([scheme.light, scheme.glow, scheme.accent])),
        `opacity="${round(art.between(0.2, 0.8) * 10) / 10}"`,
      ),
    );
  }
  vignette(art, scheme, 0.4);
}

interface Silk {
  from: Tone;
  to: Tone;
  place: number;
  variant: number;
}

/** The threads share a course and drift apart along it, so that the cloth seems to turn over. */
function ribbon(art: Canvas, scheme: Scheme, { from, to, place, variant }: Silk): void {
  const threads = 46;
  const start = height * (0.18 + place * 0.2) + art.between(-40, 40);
  const phase = art.between(0, 6.28);
  const turns = art.between(1.1, 1.75) + (variant % 3) * 0.22;
  const swing = art.between(105, 165);
  const twist = art.between(1.2, 2.2);
  const broad = art.between(70, 120);
  const steps = 22;
  const course = (along: number, off: number): Point => {
    const x =
      -60 + (width + 120) * along + Math.sin(along * Math.PI * 2 * turns + phase) * (variant % 2 === 0 ? 60 : 150);
    const base = start + Math.sin(along * Math.PI * 2 * turns + phase) * swing + (0.5 - along) * 120;
    const open = Math.sin(along * Math.PI * twist + phase * 1.7);
    return [x, base + off * broad * open + Math.cos(along * 5 + off * 0.8) * 8];
  };
  const shadow = Array.from({ length: steps + 1 }, (_, step): Point => {
    const [x, y] = course(step / steps, 0);
    return [x + 10, y + 34];
  });
  art.add(line(through(shadow), scheme.ink, broad * 0.9, 'opacity=".2"'));
  for (let thread = 0; thread < threads; thread += 1) {
    const off = (thread / (threads - 1)) * 2 - 1;
    const points = Array.from({ length: steps + 1 }, (_, step) => course(step / steps, off));
    const share = (off + 1) / 2;
    const glossy = Math.exp(-((share - 0.66) ** 2) / 0.012);
    const tone = mix(mix(from, to, share), scheme.light, glossy * 0.6);
    art.add(line(through(points), tone, 5.4, `opacity="${round((0.5 + share * 0.4) * 100) / 100}"`));
  }
}
