/** A colour as OKLCH: lightness 0–1, chroma, hue in degrees. */
export type Tone = readonly [lightness: number, chroma: number, hue: number];

type Lab = readonly [number, number, number];

const labOf = ([l, c, h]: Tone): Lab => {
  const angle = (h * Math.PI) / 180;
  return [l, c * Math.cos(angle), c * Math.sin(angle)];
};

function hexOf([l, a, b]: Lab): string {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short;
  return `#${[red, green, blue].map(byteOf).join('')}`;
}

function byteOf(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** As SVG takes it. */
export const css = (tone: Tone): string => hexOf(labOf(tone));

/** Between two colours, without the grey that mixing hues in degrees runs through. */
export function mix(from: Tone, to: Tone, share: number): Tone {
  const [l1, a1, b1] = labOf(from);
  const [l2, a2, b2] = labOf(to);
  const blend = (x: number, y: number) => x + (y - x) * share;
  const a = blend(a1, a2);
  const b = blend(b1, b2);
  return [blend(l1, l2), Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** Lighter (or darker, below 0) by that much, in its hue. */
export const lit = ([l, c, h]: Tone, by: number): Tone => [Math.min(0.99, Math.max(0.05, l + by)), c, h];

/** The light of one picture: three heights of the sky, what glows in it, and ever nearer layers before it. */
export interface Scheme {
  high: Tone;
  middle: Tone;
  low: Tone;
  glow: Tone;
  far: Tone;
  mid: Tone;
  near: Tone;
  ink: Tone;
  light: Tone;
  accent: Tone;
  second: Tone;
}

const brass: Tone = [0.81, 0.155, 80];
const coral: Tone = [0.7, 0.17, 26];
const teal: Tone = [0.66, 0.105, 188];
const cream: Tone = [0.96, 0.04, 86];

export const schemes = {
  dusk: {
    high: [0.24, 0.08, 318],
    middle: [0.44, 0.14, 350],
    low: [0.76, 0.15, 52],
    glow: [0.92, 0.12, 82],
    far: [0.47, 0.13, 350],
    mid: [0.34, 0.105, 335],
    near: [0.22, 0.065, 325],
    ink: [0.15, 0.04, 325],
    light: cream,
    accent: brass,
    second: teal,
  },
  dawn: {
    high: [0.93, 0.04, 88],
    middle: [0.89, 0.085, 78],
    low: [0.81, 0.13, 52],
    glow: [0.985, 0.03, 92],
    far: [0.79, 0.115, 42],
    mid: [0.63, 0.15, 27],
    near: [0.4, 0.12, 350],
    ink: [0.25, 0.065, 330],
    light: [0.98, 0.025, 90],
    accent: coral,
    second: teal,
  },
  lagoon: {
    high: [0.22, 0.05, 215],
    middle: [0.41, 0.08, 196],
    low: [0.74, 0.1, 178],
    glow: [0.94, 0.08, 105],
    far: [0.53, 0.09, 190],
    mid: [0.38, 0.075, 198],
    near: [0.245, 0.055, 220],
    ink: [0.15, 0.035, 250],
    light: [0.96, 0.035, 110],
    accent: brass,
    second: coral,
  },
  ember: {
    high: [0.22, 0.08, 5],
    middle: [0.47, 0.165, 22],
    low: [0.8, 0.15, 64],
    glow: [0.93, 0.11, 86],
    far: [0.56, 0.165, 28],
    mid: [0.39, 0.13, 16],
    near: [0.24, 0.08, 2],
    ink: [0.15, 0.045, 340],
    light: cream,
    accent: [0.84, 0.15, 84],
    second: teal,
  },
  brass: {
    high: [0.88, 0.1, 86],
    middle: [0.82, 0.14, 80],
    low: [0.92, 0.08, 90],
    glow: [0.98, 0.04, 95],
    far: [0.72, 0.14, 72],
    mid: [0.54, 0.115, 55],
    near: [0.33, 0.08, 20],
    ink: [0.22, 0.06, 340],
    light: [0.98, 0.03, 92],
    accent: [0.63, 0.18, 27],
    second: [0.5, 0.09, 192],
  },
  plum: {
    high: [0.19, 0.065, 312],
    middle: [0.33, 0.125, 320],
    low: [0.6, 0.145, 342],
    glow: [0.88, 0.09, 45],
    far: [0.44, 0.13, 328],
    mid: [0.31, 0.105, 318],
    near: [0.21, 0.07, 313],
    ink: [0.14, 0.045, 313],
    light: [0.95, 0.035, 70],
    accent: [0.77, 0.14, 32],
    second: brass,
  },
  day: {
    high: [0.8, 0.07, 195],
    middle: [0.89, 0.045, 180],
    low: [0.95, 0.05, 95],
    glow: [0.99, 0.03, 95],
    far: [0.7, 0.085, 190],
    mid: [0.53, 0.095, 192],
    near: [0.35, 0.07, 215],
    ink: [0.23, 0.055, 300],
    light: [0.98, 0.025, 95],
    accent: [0.72, 0.17, 32],
    second: brass,
  },
} satisfies Record<string, Scheme>;

export type SchemeName = keyof typeof schemes;
