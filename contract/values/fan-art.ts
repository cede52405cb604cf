/**
 * The default picture of a pool: rays from one point, derived from its id, in its category's hues. It is the same
 * on server and client. The drawing contains numbers only, never user text.
 */
export interface FanArt {
  /** Any stable text, usually an id. */
  seed: string;
  /** Two OKLCH hues in degrees. */
  hues: readonly [number, number];
  rays?: number;
}

/** Two hues for each built-in category; other categories derive theirs from their name. */
const categoryHues: Record<string, readonly [number, number]> = {
  comedy: [25, 350],
  music: [80, 325],
  gaming: [150, 262],
  art: [62, 188],
  cosplay: [330, 285],
  fitness: [45, 15],
  cooking: [85, 28],
  education: [275, 75],
  podcasts: [200, 300],
  dance: [350, 310],
  film: [60, 300],
  tech: [210, 165],
  nsfw: [15, 340],
};

/** The hues of a category by its name. */
export function huesOf(category: string | undefined): readonly [number, number] {
  const name = (category ?? '').toLowerCase();
  const categoryHue = categoryHues[name];
  if (categoryHue) return categoryHue;
  const hue = hash(name) % 360;
  return [hue, (hue + 60) % 360];
}

/** FNV-1a, 32 bits: spreads short texts well and needs no library. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

const round = (value: number) => Math.round(value * 10) / 10;
const fixed = (value: number) => Math.round(value * 1000) / 1000;

/** The drawing as an SVG document of 400 by 200, to be cropped by its frame. */
export function fanArtSvg({ seed, hues, rays = 13 }: FanArt): string {
  let state = (hash(seed) % 2147483646) + 1;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const centreX = 40 + random() * 320;
  const centreY = 215 + random() * 30;
  const from = `M${round(centreX)} ${round(centreY)}`;
  const at = (angle: number, radius: number) =>
    `${round(centreX + Math.cos(angle) * radius)} ${round(centreY + Math.sin(angle) * radius)}`;
  let shapes = '';
  for (let ray = 0; ray < rays; ray++) {
    const start = Math.PI * (1 + ray / rays);
    const end = Math.PI * (1 + (ray + 0.55 + random() * 0.3) / rays);
    const length = 260 + random() * 260;
    const arc = round(length);
    const lightness = fixed(0.62 + random() * 0.28);
    const chroma = fixed(0.1 + random() * 0.09);
    const opacity = fixed(0.55 + random() * 0.45);
    shapes += `<path d="${from}L${at(start, length)}A${arc} ${arc} 0 0 1 ${at(end, length)}Z" fill="oklch(${lightness} ${chroma} ${hues[ray % 2 === 0 ? 1 : 0]})" opacity="${opacity}"/>`;
  }
  const core = `<circle cx="${round(centreX)}" cy="${round(centreY)}" r="${round(34 + random() * 22)}" fill="oklch(.9 .12 ${hues[0]})"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200" preserveAspectRatio="xMidYMid slice"><rect width="400" height="200" fill="oklch(.3 .09 ${hues[1]})"/>${shapes}${core}</svg>`;
}

/** The URL of a drawing. It always returns the same picture, so caches may keep it forever. */
export function fanArtUrl({ seed, hues, rays = 13 }: FanArt): string {
  return `/art/${encodeURIComponent(seed)}.svg?h=${hues[0]}-${hues[1]}&n=${rays}`;
}

/** Parses a URL of `fanArtUrl`; undefined if it is not one. */
export function parseFanArtUrl(file: string, query: { h?: string; n?: string }): FanArt | undefined {
  const seed = /^([\w-]{1,100})\.svg$/.exec(file)?.[1];
  const hues = /^(\d{1,3})-(\d{1,3})$/.exec(query.h ?? '');
  const rays = Number(query.n ?? 13);
  if (!seed || !hues || !Number.isInteger(rays) || rays < 3 || rays > 40) return undefined;
  return { seed, hues: [Number(hues[1]) % 360, Number(hues[2]) % 360], rays };
}
