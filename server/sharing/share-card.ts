import { plural, t } from '#contract/language/text.ts';
import { shareSize } from '#contract/sharing.ts';
import { fanArtSvg } from '#contract/values/fan-art.ts';
import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';
import type { SvgDrawing } from '#server/media/render-svg.ts';
import {
  type Direction,
  directionOfText,
  drawable,
  drawText,
  fitText,
  type TextStyle,
  widthOf,
  wrapText,
} from './text-paths.ts';

// Colors of the dark theme: the picture appears on other sites, mostly on a white background.
const paper = 'oklch(0.185 0.032 325)';
const well = 'oklch(0.13 0.028 325)';
const ink = 'oklch(0.955 0.014 80)';
const muted = 'oklch(0.765 0.028 335)';
const accent = 'oklch(0.83 0.15 84)';
const love = 'oklch(0.74 0.16 22)';
const paid = 'oklch(0.76 0.11 184)';

const left = 64;
const columnWidth = 690;
const artLeft = 816;

/** The x coordinate of something `width` wide in a picture that begins on the left, or its mirror image. */
const mirrored = (direction: Direction, x: number, width: number) =>
  direction === 'rtl' ? shareSize.width - x - width : x;

export type Frame = Omit<NonNullable<SvgDrawing['photo']>, 'data'>;

/** The pool's photo or the fan art fills the last third. */
export function artFrame(direction: Direction): Frame {
  const width = shareSize.width - artLeft;
  return { left: mirrored(direction, artLeft, width), top: 0, width, height: shareSize.height };
}

export interface Art {
  seed: string;
  hues: readonly [number, number];
}

export interface Meter {
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  fanCount: number;
}

export interface ShareCard {
  brandName: string;
  title: string;
  /** The line under the title, such as the creator who is asked. */
  line: string;
  /** The title of the meter's pool, if the card's title is not that pool's. */
  meterTitle?: string;
  meter?: Meter;
  art: Art;
  /** Of the language of the picture's words. */
  direction: Direction;
}

/** The brand mark, `size` pixels wide, in the colors of the dark theme. */
function mark(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><g fill="none" stroke-width="4.2" stroke-linecap="round"><path d="M16 27 4.5 12" stroke="${love}"/><path d="M16 27 11 6M16 27 21 6" stroke="${accent}"/><path d="M16 27 27.5 12" stroke="${paid}"/></g><circle cx="16" cy="27" r="3.6" fill="${ink}"/></g>`;
}

const titleSizes = [68, 58, 50];
/** For cards without a meter. */
const largeTitleSizes = [96, 80, 64];

interface Column {
  direction: Direction;
  /** Draws a line of text `offset` pixels from the start of the column, or at its end. */
  text(text: string, place: number | 'end', y: number, style: TextStyle): string;
  rect(x: number, y: number, width: number, height: number, radius: number, fill: string): string;
}

function columnOf(direction: Direction): Column {
  return {
    direction,
    text(text, place, y, style) {
      const width = widthOf(text, style);
      const x = place === 'end' ? left + columnWidth - width : left + place;
      return drawText(text, mirrored(direction, x, width), y, style);
    },
    rect: (x, y, width, height, radius, fill) =>
      `<rect x="${mirrored(direction, x, width)}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`,
  };
}

/** Arabic needs room between its lines for the marks above and below the letters. */
const leadings: Record<Direction, number> = { ltr: 1.1, rtl: 1.3 };

/** The descenders of large Arabic letters reach far below their line. */
const gapBelow = (size: number, direction: Direction) => (direction === 'rtl' ? 36 + size * 0.4 : 54);

/**
 * Uses the largest size at which the title fits into three lines. `place` is where the lines begin: on the side where the title's script
 * begins.
 */
function title(text: string, sizes: readonly number[], column: Column) {
  const direction = directionOfText(text) ?? column.direction;
  let size = 0;
  let lines: string[] = [];
  for (size of sizes) {
    const wrapped = wrapText(text, columnWidth, 3, { face: 'display', size, direction });
    lines = wrapped.lines;
    if (wrapped.complete) break;
  }
  const leading = size * leadings[direction];
  const top = 156 + size * 0.7;
  const place = direction === column.direction ? 0 : 'end';
  const svg = lines
    .map((line, index) =>
      column.text(line, place, top + index * leading, { face: 'display', size, fill: ink, direction }),
    )
    .join('');
  return { svg, place, next: top + Math.max(0, lines.length - 1) * leading + gapBelow(size, direction) } as const;
}

/** The largest size from `size` downwards at which an amount is complete; the smallest one if none is. */
function sizeThatFits(text: string, width: number, style: TextStyle): TextStyle {
  const sizes = [1, 0.9, 0.8, 0.7, 0.6].map((factor) => ({ ...style, size: style.size * factor }));
  return sizes.find((smaller) => widthOf(text, smaller) <= width) ?? sizes.at(-1) ?? style;
}

/** The line under the title. Without a meter there is room for a second one. */
function lineBelow(text: string, { place, next }: ReturnType<typeof title>, lines: number, column: Column): string {
  const style = { face: 'text', size: 32, fill: muted, direction: column.direction } as const;
  return wrapText(text, columnWidth, lines, style)
    .lines.map((line, index) => column.text(line, place, next + index * 44, style))
    .join('');
}

/** Draws one bar with two levels, pledged and paid, that ends at the goal. The label shows a percentage above 100. */
async function meter({ goalCents, pledgedCents, paidCents, fanCount }: Meter, y: number, column: Column) {
  const height = 30;
  const bar = (cents: number, fill: string) => {
    const width = Math.round(columnWidth * fillOf(cents, goalCents));
    return width > 0 ? column.rect(left, y, Math.max(width, height), height, height / 2, fill) : '';
  };
  const { direction } = column;
  const big = { face: 'display', size: 44, direction } as const;
  const small = { face: 'text', size: 28, fill: muted, direction } as const;
  const sum = await drawable(formatMoney(pledgedCents));
  const share = await drawable(percentageText(pledgedCents, goalCents));
  const goal = await drawable(t`pledged of ${{ goal: formatMoney(goalCents) }}`, 'text');
  const below = await drawable(
    paidCents > 0
      ? t`${{ amount: formatMoney(paidCents) }} paid · ${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`
      : t`${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`,
    'text',
  );
  const goalStart = widthOf(sum, big) + 14;
  const goalWidth = columnWidth - goalStart - widthOf(share, big) - 14;
  const reached = goalCents > 0 && pledgedCents >= goalCents;
  const goalStyle = sizeThatFits(goal, goalWidth, small);
  return [
    column.text(sum, 0, y - 22, { ...big, fill: ink }),
    column.text(fitText(goal, goalWidth, goalStyle), goalStart, y - 22, goalStyle),
    column.text(share, 'end', y - 22, { ...big, fill: reached ? paid : accent }),
    column.rect(left, y, columnWidth, height, height / 2, well),
    bar(Math.max(pledgedCents, paidCents), accent),
    bar(paidCents, paid),
    column.rect(left + columnWidth - 5, y - 8, 5, height + 16, 2.5, ink),
    column.text(fitText(below, columnWidth, small), 0, y + height + 44, small),
  ].join('');
}

function art({ seed, hues }: Art, direction: Direction): string {
  const frame = artFrame(direction);
  const inner = fanArtSvg({ seed, hues }).replace(
    'width="400" height="200"',
    `x="${frame.left}" y="0" width="${frame.width}" height="${frame.height}"`,
  );
  return `${inner}<rect x="${mirrored(direction, artLeft - 8, 8)}" y="0" width="8" height="${frame.height}" fill="${accent}"/>`;
}

/** Returns a share picture as SVG. Draws text as paths, so that text from people never becomes markup. */
export async function shareCardSvg(card: ShareCard): Promise<string> {
  const { direction } = card;
  const column = columnOf(direction);
  const heading = title(await drawable(card.title), card.meter ? titleSizes : largeTitleSizes, column);
  const brand = { face: 'display', size: 36, fill: ink } as const;
  const meterY = 510;
  const caption = { face: 'text', size: 26, fill: muted } as const;
  const captionText = fitText(await drawable(card.meterTitle ?? '', 'text'), columnWidth, caption);
  const line = await drawable(card.line, 'text');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}" viewBox="0 0 ${shareSize.width} ${shareSize.height}">`,
    `<rect width="${shareSize.width}" height="${shareSize.height}" fill="${paper}"/>`,
    art(card.art, direction),
    mark(mirrored(direction, left - 6, 58), 48, 58),
    column.text(await drawable(card.brandName), 64, 94, brand),
    heading.svg,
    lineBelow(line, heading, card.meter ? 1 : 2, column),
    card.meterTitle ? column.text(captionText, 0, meterY - 78, caption) : '',
    card.meter ? await meter(card.meter, meterY, column) : '',
    '</svg>',
  ].join('');
}
