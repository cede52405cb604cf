import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Blob, Font, Face as FontFile, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';

const require = createRequire(import.meta.url);

/** The fonts of the pages: display for titles and amounts, text for the rest. */
export type Face = 'display' | 'text';

/** Variable fonts for the scripts that the fonts of the pages lack: Cyrillic and Greek, Arabic, Hebrew, Japanese, Korean and emoji. */
const otherScripts = [
  'manrope',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
] as const;
/** In order of preference; titles begin with Bricolage. Figtree has no Vietnamese letters, so the text face borrows them from Bricolage. */
const families = ['figtree', 'bricolage-grotesque', ...otherScripts] as const;

/** One of the files of a font. A Japanese font consists of 124 of them, of which a title needs a few. */
interface Subset {
  file: string;
  /** The first and last code points of the ranges that the file covers. */
  ranges: readonly (readonly [number, number])[];
  loading?: Promise<void>;
  /** Set once loaded: the font in the weights of the faces. */
  fonts?: Record<Face, Font>;
}

function rangeOf(text: string): [number, number] {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}

function subsetsOf(family: string): Subset[] {
  const name = `@fontsource-variable/${family}`;
  const subsets = Object.entries(require(`${name}/unicode.json`) as Record<string, string>);
  // Common letters first: the packages list the rare ones first.
  return subsets.toReversed().map(([subset, ranges]) => ({
    file: `${name}/files/${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').map(rangeOf),
  }));
}

const [figtree = [], ...others] = families.map(subsetsOf);
const subsetsOfFace: Record<Face, Subset[]> = { display: others.flat(), text: [...figtree, ...others.flat()] };

async function load(subset: Subset): Promise<void> {
  const woff2 = await readFile(fileURLToPath(import.meta.resolve(subset.file)));
  const file = new FontFile(new Blob(await decompress(woff2)));
  const inWeight = (weight: number) => {
    const font = new Font(file);
    font.setVariations([new Variation('wght', weight)]);
    return font;
  };
  subset.fonts = { display: inWeight(700), text: inWeight(500) };
}

const covers = ({ ranges }: Subset, code: number) => ranges.some(([first, last]) => code >= first && code <= last);

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

const hasGlyph = (font: Font | undefined, code: number) => font?.nominalGlyph(code) !== undefined;

/** Loads the fonts of a text. The other functions know only the fonts that are loaded. */
export async function loadFonts(text: string, face: Face): Promise<void> {
  for (const code of new Set(codesOf(text))) {
    for (const subset of subsetsOfFace[face]) {
      if (!covers(subset, code)) continue;
      if (!subset.fonts) {
        subset.loading ??= load(subset).finally(() => delete subset.loading);
        await subset.loading;
      }
      if (hasGlyph(subset.fonts?.[face], code)) break;
    }
  }
}

/** Joiners and variation selectors have no glyph and need none. */
const isIgnorable = (code: number) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code));

const fontsOfClusters: Record<Face, Map<string, Font | undefined>> = { display: new Map(), text: new Map() };
const maxClusters = 20_000;

function findFont(cluster: string, face: Face): Font | undefined {
  const [base = 0, ...rest] = codesOf(cluster);
  const fonts = subsetsOfFace[face].flatMap((subset) => {
    const font = subset.fonts?.[face];
    return font && covers(subset, base) && hasGlyph(font, base) ? [font] : [];
  });
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

/** Removes the characters of a grapheme cluster that its font lacks. Marks of the direction have an effect without being drawn. */
export function drawablePart(cluster: string, face: Face): string {
  if (/^[\u200e\u200f\u2068\u2069]$/.test(cluster)) return cluster;
  const font = fontOf(cluster, face);
  if (!font) return '';
  const kept = [...cluster].filter((character) =>
    codesOf(character).every((code) => isIgnorable(code) || hasGlyph(font, code)),
  );
  return kept.join('');
}
