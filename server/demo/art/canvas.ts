import { hash } from '#contract/fan-art.ts';
import { css, type Scheme, type Tone } from './tones.ts';

export const width = 1200;
export const height = 600;

export type Point = readonly [x: number, y: number];
type Stop = readonly [offset: number, tone: Tone, opacity?: number];

/** An SVG document in the making, with dice of its own: the same seed gives the same picture. */
export interface Canvas {
  /** 0 to 1. */
  random(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  add(...shapes: string[]): void;
  /** A fill from one point to another in shares of the shape's box; from its top to its bottom unless told. */
  linear(stops: readonly Stop[], line?: readonly [number, number, number, number]): string;
  radial(stops: readonly Stop[], centre?: Point): string;
  /** What lies inside `shape` of the shapes that `draw` adds. */
  within(shape: string, draw: () => void): void;
  svg(): string;
}

export const round = (value: number) => Math.round(value * 10) / 10;

/** `size` is that of the drawing; it is put out `scale` times as large. */
export function createCanvas(seed: string, size: readonly [number, number] = [width, height], scale = 1): Canvas {
  let state = (hash(seed) % 2147483646) + 1;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  // The first throws of neighbouring seeds lie close together.
  for (let spin = 0; spin < 5; spin += 1) random();
  const defs: string[] = [];
  const body: string[] = [];
  const define = (make: (id: string) => string) => {
    const id = `d${defs.length}`;
    defs.push(make(id));
    return `url(#${id})`;
  };
  const stopsOf = (stops: readonly Stop[]) =>
    stops
      .map(([at, tone, opacity = 1]) => `<stop offset="${at}" stop-color="${css(tone)}" stop-opacity="${opacity}"/>`)
      .join('');
  return {
    random,
    between: (low, high) => low + (high - low) * random(),
    pick(list) {
      const item = list[Math.floor(random() * list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    add: (...shapes) => void body.push(...shapes),
    linear: (stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (stops, [cx, cy] = [0.5, 0.5]) =>
      define((id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="0.5">${stopsOf(stops)}</radialGradient>`),
    within(shape, draw) {
      const clip = define((id) => `<clipPath id="${id}">${shape}</clipPath>`);
      body.push(`<g clip-path="${clip}">`);
      draw();
      body.push('</g>');
    },
    svg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0] * scale}" height="${size[1] * scale}" viewBox="0 0 ${size[0]} ${size[1]}"><defs>${defs.join('')}</defs>${body.join('')}</svg>`,
  };
}

/** A soft line through all points. */
export function through(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  let path = `M${round(first[0])} ${round(first[1])}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const before = points[Math.max(0, index - 1)] ?? first;
    const from = points[index] ?? first;
    const to = points[index + 1] ?? first;
    const after = points[Math.min(points.length - 1, index + 2)] ?? to;
    path += `C${round(from[0] + (to[0] - before[0]) / 6)} ${round(from[1] + (to[1] - before[1]) / 6)} ${round(to[0] - (after[0] - from[0]) / 6)} ${round(to[1] - (after[1] - from[1]) / 6)} ${round(to[0])} ${round(to[1])}`;
  }
  return path;
}

/** The same, with the ground below it down to the lower edge. */
export const ground = (points: readonly Point[]): string => `${through(points)}V${height + 20}H-20Z`;

/** A ridge from edge to edge, `rough` up and down around `level`. */
export function ridge(art: Canvas, level: number, rough: number, steps = 7): Point[] {
  return Array.from(
    { length: steps + 1 },
    (_, step): Point => [-20 + ((width + 40) * step) / steps, level + art.between(-rough, rough)],
  );
}

export const shape = (path: string, fill: string, more = '') => `<path d="${path}" fill="${fill}" ${more}/>`;
export const line = (path: string, tone: Tone | string, thickness: number, more = '') =>
  `<path d="${path}" fill="none" stroke="${typeof tone === 'string' ? tone : css(tone)}" stroke-width="${round(thickness)}" stroke-linecap="round" ${more}/>`;
export const disc = ([x, y]: Point, radius: number, fill: string, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;
export const oval = ([x, y]: Point, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`;
export const box = ([x, y]: Point, w: number, h: number, fill: string, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}" ${more}/>`;

/** The whole sheet as a sky. */
export function sky(art: Canvas, { high, middle, low }: Scheme, horizon = 1): void {
  art.add(
    box(
      [0, 0],
      width,
      height,
      art.linear([
        [0, high],
        [horizon * 0.55, middle],
        [horizon, low],
      ]),
    ),
  );
}

/** Light around a point, without an edge. */
export function shine(art: Canvas, at: Point, radius: number, tone: Tone, strength = 0.8): void {
  const fill = art.radial([
    [0, tone, strength],
    [0.35, tone, strength * 0.45],
    [1, tone, 0],
  ]);
  art.add(disc(at, radius, fill));
}

/** Darker toward the edges, so that the middle holds the eye. */
export function vignette(art: Canvas, { ink, near, high }: Scheme, given = 0.42): void {
  // Dark corners look dirty where everything is light.
  const isLight = high[0] > 0.7;
  const tone = isLight ? near : ink;
  const strength = isLight ? given * 0.4 : given;
  const fill = art.radial(
    [
      [0, tone, 0],
      [0.62, tone, 0],
      [1, tone, strength],
    ],
    [0.5, 0.45],
  );
  art.add(`<rect x="-150" y="-100" width="1500" height="800" fill="${fill}"/>`);
}
