import { plural, t } from '#contract/language/text.ts';
import { shareSize } from '#contract/sharing.ts';
import { fanArtSvg } from '#contract/values/fan-art.ts';
import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';
import { drawable, drawText, fitText, widthOf, wrapText } from './text-paths.ts';

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
/** The pool's photo or the fan art fills the right third. */
export const artFrame = { left: 816, top: 0, width: shareSize.width - 816, height: shareSize.height } as const;

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
}

/** The brand mark, `size` pixels wide, in the colors of the dark theme. */
function mark(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><g fill="none" stroke-width="4.2" stroke-linecap="round"><path d="M16 27 4.5 12" stroke="${love}"/><path d="M16 27 11 6M16 27 21 6" stroke="${accent}"/><path d="M16 27 27.5 12" stroke="${paid}"/></g><circle cx="16" cy="27" r="3.6" fill="${ink}"/></g>`;
}

const titleSizes = [68, 58, 50];
/** For cards without a meter. */
const largeTitleSizes = [96, 80, 64];

/** Uses the largest size at which the title fits into three lines. */
function title(text: string, sizes: readonly number[]): { svg: string; bottom: number } {
  const drawableText = drawable(text);
  let size = 0;
  let lines: string[] = [];
  for (size of sizes) {
    const wrapped = wrapText(drawableText, columnWidth, 3, { face: 'display', size });
    lines = wrapped.lines;
    if (wrapped.complete) break;
  }
  const leading = size * 1.1;
  const top = 156 + size * 0.7;
  const svg = lines
    .map((line, index) => drawText(line, left, top + index * leading, { face: 'display', size, fill: ink }))
    .join('');
  return { svg, bottom: top + Math.max(0, lines.length - 1) * leading };
}

/** Draws one bar with two levels, pledged and paid, that ends at the goal. The label shows a percentage above 100. */
function meter({ goalCents, pledgedCents, paidCents, fanCount }: Meter, y: number): string {
  const height = 30;
  const bar = (cents: number, fill: string) => {
    const width = Math.round(columnWidth * fillOf(cents, goalCents));
    return width > 0
      ? `<rect x="${left}" y="${y}" width="${Math.max(width, height)}" height="${height}" rx="${height / 2}" fill="${fill}"/>`
      : '';
  };
  const big = { face: 'display', size: 44 } as const;
  const small = { face: 'text', size: 28 } as const;
  const sum = formatMoney(pledgedCents);
  const share = percentageText(pledgedCents, goalCents);
  const below =
    paidCents > 0
      ? t`${{ amount: formatMoney(paidCents) }} paid · ${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`
      : t`${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`;
  const reached = goalCents > 0 && pledgedCents >= goalCents;
  return [
    drawText(sum, left, y - 22, { ...big, fill: ink }),
    drawText(t`pledged of ${{ goal: formatMoney(goalCents) }}`, left + widthOf(sum, big) + 14, y - 22, {
      ...small,
      fill: muted,
    }),
    drawText(share, left + columnWidth - widthOf(share, big), y - 22, { ...big, fill: reached ? paid : accent }),
    `<rect x="${left}" y="${y}" width="${columnWidth}" height="${height}" rx="${height / 2}" fill="${well}"/>`,
    bar(Math.max(pledgedCents, paidCents), accent),
    bar(paidCents, paid),
    `<rect x="${left + columnWidth - 5}" y="${y - 8}" width="5" height="${height + 16}" rx="2.5" fill="${ink}"/>`,
    drawText(below, left, y + height + 44, { ...small, fill: muted }),
  ].join('');
}

function art({ seed, hues }: Art): string {
  const inner = fanArtSvg({ seed, hues }).replace(
    'width="400" height="200"',
    `x="${artFrame.left}" y="0" width="${artFrame.width}" height="${artFrame.height}"`,
  );
  return `${inner}<rect x="${artFrame.left - 8}" y="0" width="8" height="${artFrame.height}" fill="${accent}"/>`;
}

/** Returns a share picture as SVG. Draws text as paths, so that text from people never becomes markup. */
export function shareCardSvg(card: ShareCard): string {
  const heading = title(card.title, card.meter ? titleSizes : largeTitleSizes);
  const line = { face: 'text', size: 32, fill: muted } as const;
  const brand = { face: 'display', size: 36, fill: ink } as const;
  const meterY = 510;
  const caption = { face: 'text', size: 26, fill: muted } as const;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}" viewBox="0 0 ${shareSize.width} ${shareSize.height}">`,
    `<rect width="${shareSize.width}" height="${shareSize.height}" fill="${paper}"/>`,
    art(card.art),
    mark(left - 6, 48, 58),
    drawText(drawable(card.brandName), left + 64, 94, brand),
    heading.svg,
    drawText(fitText(drawable(card.line, 'text'), columnWidth, line), left, heading.bottom + 54, line),
    card.meterTitle
      ? drawText(fitText(drawable(card.meterTitle, 'text'), columnWidth, caption), left, meterY - 78, caption)
      : '',
    card.meter ? meter(card.meter, meterY) : '',
    '</svg>',
  ].join('');
}
