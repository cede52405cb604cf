import { createRequire } from 'node:module';
import { Buffer, type Font, Direction as RunDirection, type SvgPathCommand, shape } from 'harfbuzzjs';
import { startOfText } from '#contract/values/start-of-text.ts';
import { drawablePart, type Face, fontOf, loadFonts } from './share-fonts.ts';

export type Direction = 'ltr' | 'rtl';

// A CommonJS module whose types say otherwise.
const bidiFactory: typeof import('bidi-js').default = createRequire(import.meta.url)('bidi-js');
const bidi = bidiFactory();
/** Shapes every text: each new buffer would keep memory until the garbage collection. */
const buffer = new Buffer();

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const clustersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

export interface TextStyle {
  face: Face;
  size: number;
  fill: string;
  /** Of the paragraph that the text belongs to. Default: the direction of its first letter. */
  direction?: Direction;
}

/**
 * Loads the fonts of a text and returns the part that they can draw, in one line with single spaces. The other functions take such texts.
 * Without the invisible characters that change the direction, because a title must not reorder the text around it. What stays are the
 * marks around a value in a sentence, and two that only count as a letter: they keep the order of an amount from right to left. Half-width
 * kana become usual ones, because the font lacks their marks.
 */
export async function drawable(text: string, face: Face = 'display'): Promise<string> {
  const line = text
    .normalize('NFC')
    .replace(/[\uff65-\uff9f]+/g, (kana) => kana.normalize('NFKC'))
    .replace(/(?![\u200e\u200f\u2068\u2069])\p{Bidi_Control}/gu, '')
    .replace(/\s+/gu, ' ');
  await loadFonts(`${line}…`, face);
  const kept = clustersOf(line).map((cluster) => drawablePart(cluster, face));
  return kept.join('').replace(/ +/g, ' ').trim();
}

/** The direction of the first letter; undefined if there is none. */
export function directionOfText(text: string): Direction | undefined {
  if (!/\p{L}/u.test(text)) return undefined;
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
}

/** A part of a line with one font and one direction. */
interface Run {
  font: Font;
  level: number;
  start: number;
  end: number;
}

/** The runs of a line from left to right. */
function runsOf(text: string, face: Face, direction: Direction | undefined): Run[] {
  const fonts = clustersOf(text).flatMap((cluster) =>
    new Array<Font | undefined>(cluster.length).fill(fontOf(cluster, face)),
  );
  const levels = bidi.getEmbeddingLevels(text, direction);
  const runs: Run[] = [];
  for (const index of bidi.getReorderedIndices(text, levels)) {
    const font = fonts[index];
    const level = levels.levels[index] ?? 0;
    if (!font) continue;
    const run = runs.at(-1);
    if (run?.font === font && run.level === level) {
      run.start = Math.min(run.start, index);
      run.end = Math.max(run.end, index + 1);
    } else runs.push({ font, level, start: index, end: index + 1 });
  }
  return runs;
}

interface Placed {
  font: Font;
  glyph: number;
  /** The place of the glyph's origin in pixels, from the start of the line and from the baseline upwards. */
  x: number;
  y: number;
  scale: number;
}

type Measure = Pick<TextStyle, 'face' | 'size' | 'direction'>;

/** Shapes a line with HarfBuzz: joined Arabic letters, ligatures, kerning, marks. */
function glyphsOf(text: string, { face, size, direction }: Measure): { glyphs: Placed[]; width: number } {
  const glyphs: Placed[] = [];
  let width = 0;
  for (const { font, level, start, end } of runsOf(text, face, direction)) {
    buffer.clearContents();
    buffer.addText(text.slice(start, end));
    buffer.setDirection(level % 2 === 1 ? RunDirection.RTL : RunDirection.LTR);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const scale = size / font.face.upem;
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
      glyphs.push({ font, glyph: codepoint, x: width + xOffset * scale, y: yOffset * scale, scale });
      width += xAdvance * scale;
    }
  }
  return { glyphs, width };
}

export const widthOf = (text: string, style: Measure): number => glyphsOf(text, style).width;

const outlines = new WeakMap<Font, Map<number, SvgPathCommand[]>>();

function outlineOf(font: Font, glyph: number): SvgPathCommand[] {
  const ofFont = outlines.get(font) ?? new Map<number, SvgPathCommand[]>();
  outlines.set(font, ofFont);
  const outline = ofFont.get(glyph) ?? font.glyphToJson(glyph);
  ofFont.set(glyph, outline);
  return outline;
}

const rounded = (place: number) => Math.round(place * 10) / 10;

/** Draws a line of text as a path with its baseline at y, so that the result does not depend on the fonts of the machine. */
export function drawText(text: string, x: number, y: number, style: TextStyle): string {
  const data = glyphsOf(text, style).glyphs.flatMap(({ font, glyph, scale, ...origin }) =>
    outlineOf(font, glyph).map(
      ({ type, values }) =>
        type +
        values
          .map((value, index) => rounded(index % 2 === 0 ? x + origin.x + value * scale : y - origin.y - value * scale))
          .join(' '),
    ),
  );
  return data.length === 0 ? '' : `<path d="${data.join('')}" fill="${style.fill}"/>`;
}

/** Cuts a line to a width in pixels and ends it with an ellipsis. */
export function fitText(text: string, maxWidth: number, style: Measure): string {
  if (widthOf(text, style) <= maxWidth) return text;
  const cut = (length: number) => `${startOfText(text, length).trimEnd()}…`;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(cut(middle), style) <= maxWidth) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

const words = new Intl.Segmenter('ja', { granularity: 'word' });
const withoutSpaces = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const startsWithoutSpaces = new RegExp(`^${withoutSpaces}`, 'u');
const endsWithoutSpaces = new RegExp(`(${withoutSpaces}|[、。！？」』）])$`, 'u');
const opening = /[\p{Ps}\p{Pi}]$/u;

/** Splits a text after its spaces, and Japanese and Chinese, which have none, between words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const before = pieces.at(-1) ?? '';
    const isStart = isWordLike || opening.test(segment);
    const isBoundary = startsWithoutSpaces.test(segment) || endsWithoutSpaces.test(before);
    if (before.endsWith(' ') || (isStart && isBoundary && !opening.test(before))) pieces.push(segment);
    else pieces.push((pieces.pop() ?? '') + segment);
  }
  return pieces;
}

/** Breaks a text into lines. Cuts a line that does not fit with an ellipsis; `complete` is false then. */
export function wrapText(
  text: string,
  maxWidth: number,
  maxLines: number,
  style: Measure,
): { lines: string[]; complete: boolean } {
  const lines: string[] = [];
  const pieces = piecesOf(text);
  while (pieces.length > 0) {
    if (lines.length === maxLines - 1) {
      const rest = pieces.join('');
      lines.push(fitText(rest, maxWidth, style));
      return { lines, complete: lines.at(-1) === rest };
    }
    let line = pieces.shift() ?? '';
    while (pieces.length > 0 && widthOf((line + pieces[0]).trimEnd(), style) <= maxWidth) line += pieces.shift();
    lines.push(fitText(line.trimEnd(), maxWidth, style));
  }
  return { lines, complete: lines.every((line) => !line.endsWith('…')) };
}
