import { type Canvas, height, type Point, vignette, width } from './canvas.ts';
import { css, lit, mix, type Scheme, type Tone } from './tones.ts';

const cell = 15;
const columns = width / cell;
const rows = height / cell;
type Paint = (column: number, row: number, wide: number, high: number, tone: Tone, opacity?: number) => void;

/** A country of squares. */
export function gaming(art: Canvas, scheme: Scheme, variant: number): void {
  const paint: Paint = (column, row, wide, high, tone, opacity = 1) =>
    art.add(
      `<rect x="${column * cell}" y="${row * cell}" width="${wide * cell + 0.4}" height="${high * cell + 0.4}" fill="${css(tone)}" opacity="${opacity}"/>`,
    );
  squareSky(paint, scheme);
  const sun: Point = [Math.round(art.between(44, 58)), Math.round(art.between(13, 17))];
  squareSun(paint, scheme, sun);
  clouds(art, paint, scheme);
  mountains(art, paint, scheme, { base: 25, rise: 9, tone: scheme.far, haze: 0.28 });
  mountains(art, paint, scheme, { base: 29, rise: 7, tone: scheme.mid, haze: 0.12 });
  if (variant % 3 === 0) castle(art, paint, scheme, 34);
  if (variant % 3 === 1) islands(art, paint, scheme);
  meadow(art, paint, scheme);
  if (variant % 3 === 2) lake(art, paint, scheme, sun);
  coins(paint, scheme, variant);
  vignette(art, scheme, 0.3);
}

/** Bands with a chequered row between each two, as if there were few colours. */
function squareSky(paint: Paint, scheme: Scheme): void {
  const bands = 9;
  const toneOf = (band: number) => {
    const share = band / (bands - 1);
    return share < 0.5 ? mix(scheme.high, scheme.middle, share * 2) : mix(scheme.middle, scheme.low, share * 2 - 1);
  };
  for (let band = 0; band < bands; band += 1) {
    paint(0, band * 4, columns, band === bands - 1 ? 12 : 4, toneOf(band));
    if (band === 0) continue;
    for (let column = 0; column < columns; column += 2) {
      paint(column, band * 4 - 1, 1, 1, toneOf(band));
      if (column % 4 === 0) paint(column + 1, band * 4 - 2, 1, 1, toneOf(band));
    }
  }
}

function squareSun(paint: Paint, scheme: Scheme, [left, top]: Point): void {
  const disc = (radius: number, tone: Tone, opacity: number) => {
    for (let row = -radius; row <= radius; row += 1) {
      const half = Math.floor(Math.sqrt((radius + 0.4) ** 2 - row ** 2));
      paint(left - half, top + row, half * 2 + 1, 1, tone, opacity);
    }
  };
  disc(12, scheme.glow, 0.12);
  disc(9, scheme.glow, 0.22);
  disc(6, scheme.accent, 1);
  disc(5, mix(scheme.accent, scheme.glow, 0.6), 1);
  disc(3, scheme.glow, 1);
}

function clouds(art: Canvas, paint: Paint, scheme: Scheme): void {
  for (let cloud = 0; cloud < 5; cloud += 1) {
    const left = Math.round(art.between(-4, columns - 8));
    const top = Math.round(art.between(3, 15));
    const wide = Math.round(art.between(7, 15));
    const tone = mix(scheme.light, scheme.low, 0.3);
    paint(left, top + 1, wide, 1, tone, 0.75);
    paint(left + 2, top, wide - 5, 1, scheme.light, 0.8);
    paint(left + 1, top + 2, wide - 3, 1, mix(tone, scheme.far, 0.4), 0.5);
  }
}

interface Range {
  base: number;
  rise: number;
  tone: Tone;
  haze: number;
}

function mountains(art: Canvas, paint: Paint, scheme: Scheme, { base, rise, tone, haze }: Range): void {
  let top = base - art.between(0, rise);
  let slope = 1;
  for (let column = 0; column < columns; column += 1) {
    if (art.random() < 0.2) slope = -slope;
    if (top < base - rise) slope = 1;
    if (top > base) slope = -1;
    top += slope * art.pick([0, 1, 1, 1]);
    const at = Math.round(top);
    const sunny = slope < 0;
    paint(column, at, 1, rows - at, mix(lit(tone, sunny ? 0.04 : -0.02), scheme.low, haze));
    paint(column, at, 1, 1, mix(tone, scheme.glow, 0.4));
    if (at < base - rise * 0.62) paint(column, at, 1, 2, mix(scheme.light, tone, sunny ? 0.12 : 0.4));
  }
}

function castle(art: Canvas, paint: Paint, scheme: Scheme, floor: number): void {
  const left = Math.round(art.between(24, 32));
  const wall = scheme.near;
  const sunny = mix(scheme.near, scheme.accent, 0.4);
  const tower = (column: number, wide: number, tall: number) => {
    paint(column, floor - tall, wide, tall + 4, wall);
    paint(column + wide - 1, floor - tall, 1, tall + 4, sunny);
    for (let tooth = 0; tooth < wide; tooth += 2) paint(column + tooth, floor - tall - 1, 1, 1, wall);
    for (let row = floor - tall + 3; row < floor - 1; row += 4)
      paint(column + Math.floor(wide / 2), row, 1, 2, scheme.accent);
  };
  tower(left + 4, 14, 8);
  tower(left, 5, 13);
  tower(left + 17, 5, 11);
  tower(left + 8, 6, 17);
  paint(left + 10, floor - 25, 1, 8, scheme.ink);
  paint(left + 11, floor - 25, 4, 1, scheme.accent);
  paint(left + 11, floor - 24, 3, 1, scheme.accent);
  paint(left + 11, floor - 23, 2, 1, scheme.accent);
  paint(left + 9, floor - 4, 4, 5, scheme.ink);
  paint(left + 10, floor - 5, 2, 1, scheme.ink);
  paint(left + 9, floor - 3, 1, 4, mix(scheme.accent, scheme.ink, 0.4));
}

/** Pieces of land that float, with falls of water. */
function islands(art: Canvas, paint: Paint, scheme: Scheme): void {
  for (const [column, row, wide] of [
    [12, 19, 15],
    [34, 14, 11],
    [50, 23, 17],
  ] as const) {
    const left = column + Math.round(art.between(-2, 2));
    for (let depth = 0; depth < Math.round(wide * 0.5); depth += 1) {
      const inset = Math.round(depth * 0.95 + (depth % 2));
      if (wide - inset * 2 <= 0) break;
      paint(left + inset, row + 2 + depth, wide - inset * 2, 1, mix(scheme.near, scheme.far, 0.25 - depth * 0.03));
      paint(left + wide - inset - 1, row + 2 + depth, 1, 1, mix(scheme.near, scheme.accent, 0.35));
    }
    paint(left, row, wide, 1, mix(scheme.second, scheme.light, 0.35));
    paint(left, row + 1, wide, 1, scheme.second);
    paint(left + 3, row + 1, 2, 9, scheme.light, 0.55);
    paint(left + 4, row + 1, 1, 11, scheme.light, 0.7);
    const trunk = left + wide - 5;
    paint(trunk, row - 3, 1, 3, scheme.ink);
    paint(trunk - 2, row - 6, 5, 3, mix(scheme.second, scheme.near, 0.35));
    paint(trunk - 1, row - 7, 3, 1, scheme.second);
    paint(trunk + 1, row - 6, 2, 2, mix(scheme.second, scheme.light, 0.3));
  }
}

function meadow(art: Canvas, paint: Paint, scheme: Scheme): void {
  for (let column = 0; column < columns; column += 1) {
    const top = 34 + Math.round(Math.sin(column / 9) * 1.3 + Math.sin(column / 3.7) * 0.5);
    paint(column, top, 1, rows - top, mix(scheme.near, scheme.ink, 0.25));
    paint(column, top, 1, 1, mix(scheme.second, scheme.accent, 0.3));
    paint(column, top + 1, 1, 1, mix(scheme.second, scheme.near, 0.5));
    if (art.random() < 0.3) paint(column, top - 1, 1, 1, mix(scheme.second, scheme.near, 0.3));
    if (art.random() < 0.12) paint(column, top + 3 + Math.floor(art.random() * 3), 1, 1, scheme.mid);
  }
}

function lake(art: Canvas, paint: Paint, scheme: Scheme, [sunAt]: Point): void {
  const water = mix(scheme.low, scheme.second, 0.5);
  for (const [row, left, wide] of [
    [35, 20, 40],
    [36, 15, 50],
    [37, 12, 57],
    [38, 13, 55],
    [39, 17, 46],
  ] as const) {
    paint(left, row, wide, 1, mix(water, scheme.near, (row - 35) * 0.07));
  }
  for (let glint = 0; glint < 26; glint += 1) {
    const row = 35 + (glint % 5);
    const near = glint % 2 === 0;
    const column = near ? sunAt - 5 + Math.round(art.between(0, 8)) : Math.round(art.between(16, 60));
    paint(column, row, Math.round(art.between(1, 5)), 1, near ? scheme.glow : scheme.light, near ? 0.9 : 0.3);
  }
}

/** A bow of coins toward the light. */
function coins(paint: Paint, scheme: Scheme, variant: number): void {
  if (variant % 3 === 1) return;
  for (let coin = 0; coin < 5; coin += 1) {
    const column = 8 + coin * 4;
    const row = Math.round(29 - Math.sin(((coin + 0.5) / 5) * Math.PI) * 5);
    paint(column, row, 2, 3, mix(scheme.accent, scheme.ink, 0.3));
    paint(column, row, 2, 2, scheme.accent);
    paint(column, row, 1, 2, mix(scheme.accent, scheme.light, 0.7));
  }
}
