import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font, Glyph, PathCommand } from 'opentype.js';
import { startOfText } from '#contract/values/start-of-text.ts';

const require = createRequire(import.meta.url);

/** The fonts of the pages: display for titles and amounts, text for the rest. */
export type Face = 'display' | 'text';

const figtree = '@fontsource/figtree/files/figtree';
const bricolage = '@fontsource/bricolage-grotesque/files/bricolage-grotesque';
/** In order of preference. Figtree has no Vietnamese letters, so the text face borrows them from Bricolage. */
const fontFiles: Record<Face, readonly string[]> = {
  display: ['latin-700', 'latin-ext-700', 'vietnamese-700'].map((subset) => `${bricolage}-${subset}-normal.woff`),
  text: [
    `${figtree}-latin-500-normal.woff`,
    `${figtree}-latin-ext-500-normal.woff`,
    `${bricolage}-vietnamese-500-normal.woff`,
  ],
};

function readFont(specifier: string): Font {
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(specifier)));
  // Loaded with the first drawing.
  const opentype: typeof import('opentype.js').default = require('opentype.js');
  return opentype.parse(new Uint8Array(bytes).buffer);
}

const fonts = new Map<Face, Font[]>();

function fontsOf(face: Face): Font[] {
  let font = fonts.get(face);
  if (!font) {
    font = fontFiles[face].map(readFont);
    fonts.set(face, font);
  }
  return font;
}

interface Placed {
  font: Font;
  glyph: Glyph;
}

/** Skips characters that the fonts lack, such as emoji and other scripts. */
function glyphsOf(text: string, face: Face): Placed[] {
  const faceFonts = fontsOf(face);
  return [...text.normalize('NFC')].flatMap((character) => {
    for (const font of faceFonts) {
      const glyph = font.charToGlyph(character);
      if (glyph.index !== 0) return [{ font, glyph }];
    }
    return [];
  });
}

/** Calls `visit` with each glyph and its x position. Returns the x position after the last glyph. */
function walk(glyphs: Placed[], size: number, visit?: (placed: Placed, x: number) => void): number {
  let x = 0;
  let before: Placed | undefined;
  for (const placed of glyphs) {
    const { font, glyph } = placed;
    const scale = size / font.unitsPerEm;
    if (before && before.font === font) x += font.getKerningValue(before.glyph, glyph) * scale;
    visit?.(placed, x);
    x += glyph.advanceWidth * scale;
    before = placed;
  }
  return x;
}

export interface TextStyle {
  face: Face;
  size: number;
  fill: string;
}

/** Returns the part of a text that the fonts can draw, with single spaces. */
export function drawable(text: string, face: Face = 'display'): string {
  const faceFonts = fontsOf(face);
  const kept = [...text.normalize('NFC').replace(/\s+/gu, ' ')].filter((character) =>
    faceFonts.some((font) => font.charToGlyph(character).index !== 0),
  );
  return kept.join('').replace(/ +/g, ' ').trim();
}

export function widthOf(text: string, { face, size }: Pick<TextStyle, 'face' | 'size'>): number {
  return walk(glyphsOf(text, face), size);
}

const at = (...places: number[]) => places.map((place) => Math.round(place * 10) / 10).join(' ');

/** Written here because toPathData of opentype.js drops separators that SVG needs. */
function pathOf(commands: PathCommand[]): string {
  return commands
    .map((command) => {
      if (command.type === 'Z') return 'Z';
      const { type, x, y } = command;
      if (type === 'C') return `C${at(command.x1, command.y1, command.x2, command.y2, x, y)}`;
      if (type === 'Q') return `Q${at(command.x1, command.y1, x, y)}`;
      return type + at(x, y);
    })
    .join('');
}

/** Draws a line of text as a path with its baseline at y, so that the result does not depend on the fonts of the machine. */
export function drawText(text: string, x: number, y: number, { face, size, fill }: TextStyle): string {
  let data = '';
  walk(glyphsOf(text, face), size, ({ glyph }, start) => {
    data += pathOf(glyph.getPath(x + start, y, size).commands);
  });
  return data === '' ? '' : `<path d="${data}" fill="${fill}"/>`;
}

/** Cuts a line to a width in pixels and ends it with an ellipsis. */
export function fitText(text: string, maxWidth: number, style: Pick<TextStyle, 'face' | 'size'>): string {
  if (widthOf(text, style) <= maxWidth) return text;
  let kept = text;
  while (kept !== '' && widthOf(`${kept}…`, style) > maxWidth) kept = startOfText(kept, kept.length - 1);
  return `${kept.trimEnd()}…`;
}

/** Breaks a text into lines. Cuts a line that does not fit with an ellipsis; `complete` is false then. */
export function wrapText(
  text: string,
  maxWidth: number,
  maxLines: number,
  style: Pick<TextStyle, 'face' | 'size'>,
): { lines: string[]; complete: boolean } {
  const lines: string[] = [];
  const words = text.split(' ').filter(Boolean);
  while (words.length > 0) {
    if (lines.length === maxLines - 1) {
      const rest = words.join(' ');
      lines.push(fitText(rest, maxWidth, style));
      return { lines, complete: lines.at(-1) === rest };
    }
    let line = words.shift() ?? '';
    while (words.length > 0 && widthOf(`${line} ${words[0]}`, style) <= maxWidth) line += ` ${words.shift()}`;
    lines.push(fitText(line, maxWidth, style));
  }
  return { lines, complete: lines.every((line) => !line.endsWith('…')) };
}
