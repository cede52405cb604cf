import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font, Face as FontFile } from 'harfbuzzjs';

const require = createRequire(import.meta.url);

/** The fonts of the pages: display for titles and amounts, text for the rest. */
export type Face = 'display' | 'text';

const weights: Record<Face, number> = { display: 700, text: 500 };

/** Variable fonts for the scripts that the fonts of the pages lack: Cyrillic and Greek, Arabic, Hebrew, Japanese, Korean and emoji. */
const otherScripts = [
  'manrope',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
] as const;
/** In order of preference. Figtree has no Vietnamese letters, so the text face borrows them from Bricolage. */
const families: Record<Face, readonly string[]> = {
  display: ['bricolage-grotesque', ...otherScripts],
  text: ['figtree', 'bricolage-grotesque', ...otherScripts],
};

/** One of the files of a font. A Japanese font consists of 124 of them, of which a title needs a few. */
interface Subset {
  file: string;
  /** The first and last code points of the ranges that the file covers. */
  ranges: readonly (readonly [number, number])[];
  weight: number;
  loading?: Promise<void>;
  /** Set once loaded. */
  font?: Font;
}

function rangeOf(text: string): [number, number] {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}

function subsetsOf(family: string, weight: number): Subset[] {
  const name = `@fontsource-variable/${family}`;
  const subsets = Object.entries(require(`${name}/unicode.json`) as Record<string, string>);
  // Common letters first: the packages list the rare ones first.
  return subsets.toReversed().map(([subset, ranges]) => ({
    file: `${name}/files/${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').map(rangeOf),
    weight,
  }));
}

const known: Partial<Record<Face, Subset[]>> = {};

function subsetsOfFace(face: Face): Subset[] {
  known[face] ??= families[face].flatMap((family) => subsetsOf(family, weights[face]));
  return known[face];
}

const files = new Map<string, Promise<FontFile>>();

async function readFont(file: string): Promise<FontFile> {
  // Loaded with the first drawing.
  const [{ Blob, Face }, { default: decompress }, woff2] = await Promise.all([
    import('harfbuzzjs'),
    import('woff2-encoder/decompress'),
    readFile(fileURLToPath(import.meta.resolve(file))),
  ]);
  return new Face(new Blob(await decompress(woff2)));
}

async function load(subset: Subset): Promise<void> {
  const { Font, Variation } = await import('harfbuzzjs');
  const file = files.get(subset.file) ?? readFont(subset.file);
  files.set(subset.file, file);
  const font = new Font(await file);
  font.setVariations([new Variation('wght', subset.weight)]);
  subset.font = font;
}

const covers = ({ ranges }: Pick<Subset, 'ranges'>, code: number) =>
  ranges.some(([first, last]) => code >= first && code <= last);

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

const hasGlyph = (font: Font | undefined, code: number) => font?.nominalGlyph(code) !== undefined;

/** Loads the fonts of a text. The other functions know only the fonts that are loaded. */
export async function loadFonts(text: string, face: Face): Promise<void> {
  for (const code of new Set(codesOf(text))) {
    for (const subset of subsetsOfFace(face)) {
      if (!covers(subset, code)) continue;
      subset.loading ??= load(subset);
      await subset.loading;
      if (hasGlyph(subset.font, code)) break;
    }
  }
}

/** Joiners and variation selectors have no glyph and need none. */
const isIgnorable = (code: number) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code));

const fontsOfClusters: Record<Face, Map<string, Font | undefined>> = { display: new Map(), text: new Map() };
const maxClusters = 20_000;

function findFont(cluster: string, face: Face): Font | undefined {
  const [base = 0, ...rest] = codesOf(cluster);
  const fonts = subsetsOfFace(face).flatMap(({ font, ...subset }) =>
    font && covers(subset, base) && hasGlyph(font, base) ? [font] : [],
  );
  return fonts.find((font) => rest.every((code) => isIgnorable(code) || hasGlyph(font, code))) ?? fonts[0];
}

/** The first font with all characters of a grapheme cluster, or else with its first one. */
export function fontOf(cluster: string, face: Face): Font | undefined {
  const fonts = fontsOfClusters[face];
  if (!fonts.has(cluster)) {
    if (fonts.size >= maxClusters) fonts.clear();
    fonts.set(cluster, findFont(cluster, face));
  }
  return fonts.get(cluster);
}

/** Removes the characters of a grapheme cluster that its font lacks. */
export function drawablePart(cluster: string, face: Face): string {
  const font = fontOf(cluster, face);
  if (!font) return '';
  const kept = [...cluster].filter((character) =>
    codesOf(character).every((code) => isIgnorable(code) || hasGlyph(font, code)),
  );
  return kept.join('');
}
