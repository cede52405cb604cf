import { afterEach, describe, expect, it } from 'vitest';
import { icuOf } from '#contract/language/icu.ts';
import { formatMoney } from '#contract/values/money.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { withHexColors } from './oklch-to-hex.ts';
import { type ShareCard, shareCardSvg } from './share-card.ts';
import { drawable, drawText, fitText, widthOf, wrapText } from './text-paths.ts';
import { sitemapFiles } from './write-sitemap.ts';

// cspell:ignore Łódź tiếng Việt zugesagt Keine Karte wird belastet bevor annimmt

const style = { face: 'display', size: 60 } as const;
const ink = 'oklch(0.955 0.014 80)';
const muted = 'oklch(0.765 0.028 335)';

/** The numbers of a path: x and y in turns. */
const placesOf = (svg: string) => [...svg.matchAll(/-?\d+(\.\d+)?/g)].map(([number]) => Number(number));
const drawn = async (text: string) => drawText(await drawable(text), 0, 100, { ...style, fill: '' });

afterEach(speakEnglish);

describe('text as paths', () => {
  it('skips characters that our fonts lack', async () => {
    expect(await drawable('Café ไทย Łódź  日本 end')).toBe('Café Łódź 日本 end');
    expect(await drawable('ไทย')).toBe('');
    const vietnamese = 'Hát một bài tiếng Việt';
    expect(await drawable(vietnamese)).toBe(vietnamese);
    expect(await drawable(vietnamese, 'text')).toBe(vietnamese);
    expect(await drawable('x\u0489')).toBe('x');
  });

  it.each([
    ['Japanese', '星降る夜のピアノを一晩で録音'],
    ['Korean', '한밤의라이브앨범을만들어주세요'],
    ['Cyrillic', 'Живойакустче'],
    ['Greek', 'Ζωντανόκυσι'],
    ['Arabic', 'بتثجحخدسش'],
    ['Hebrew', 'אבגדהוזח'],
    ['emoji', '🎉🦄❤👍'],
  ])('draws each character of %s with a different shape', async (_script, text) => {
    expect(await drawable(text)).toBe(text);
    expect(await drawable(text, 'text')).toBe(text);
    const shapes = await Promise.all([...text].map(drawn));
    expect(new Set(shapes).size).toBe(new Set(text).size);
    for (const shape of shapes) expect(shape).toMatch(/^<path d="M/);
  });

  it('joins Arabic letters, and draws them from right to left', async () => {
    const [joined, apart] = ['ببب', 'ب\u200cب\u200cب'];
    expect(await drawn(joined)).not.toBe(await drawn(apart));
    expect(widthOf(joined, style)).toBeLessThan(widthOf(apart, style));
    // The second letter is a tall stroke, at the left end.
    const places = placesOf(await drawn('سا'));
    const ys = places.filter((_, index) => index % 2 === 1);
    const highest = places[2 * ys.indexOf(Math.min(...ys))] ?? 0;
    expect(highest).toBeLessThan(widthOf('سا', style) / 3);
  });

  it('keeps numbers and Latin words in Arabic from left to right', async () => {
    const latin = await drawn('Odd 12');
    expect(await drawn('Odd 12 فرقة')).toContain(latin.slice('<path d="'.length, 100));
    for (const word of ['12', 'Odd'])
      expect(placesOf(await drawn(`فرقة ${word}`)).slice(0, 4)).toEqual(placesOf(await drawn(word)).slice(0, 4));
  });

  it('does not let a title reorder the text around it', async () => {
    expect(await drawable('a\u202eb\u2066c')).toBe('abc');
  });

  it('keeps a value in a sentence from right to left in its own order', async () => {
    const xsOf = (svg: string) => placesOf(svg).filter((_, index) => index % 2 === 0);
    const latin = await drawn('@maya_r');
    const arabic = { ...style, direction: 'rtl', fill: '' } as const;
    const line = drawText(await drawable('\u2068@maya_r\u2069 · 6 حملات'), 0, 100, arabic);
    const shift = Math.max(...xsOf(line)) - Math.max(...xsOf(latin));
    const end = placesOf(line).slice(-placesOf(latin).length);
    expect(shift).toBeGreaterThan(100);
    for (const [index, place] of xsOf(latin).entries())
      expect(xsOf(end.join(' '))[index]).toBeCloseTo(place + shift, 0);
  });

  it('keeps the marks of half-width kana', async () => {
    expect(await drawable('ﾊﾞｲｵﾘﾝ ﾊﾟﾝ')).toBe('バイオリン パン');
  });

  it('keeps the currency in front of its sign in Arabic', async () => {
    const amount = '\u200f892\u200f\u00a0US$\u200e';
    const arabic = { ...style, direction: 'rtl', fill: '' } as const;
    const inOrder = drawText(await drawable('US$ 892'), 0, 100, { ...style, fill: '' });
    expect(drawText(await drawable(amount), 0, 100, arabic)).toBe(inOrder);
  });

  it('breaks lines and cuts them to a width', async () => {
    const text = await drawable('one two three four five six seven eight nine ten');
    const { lines, complete } = wrapText(text, 300, 3, style);
    expect(lines).toHaveLength(3);
    expect(complete).toBe(false);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const line of lines) expect(widthOf(line, style)).toBeLessThanOrEqual(300);
    expect(wrapText('short', 300, 3, style)).toEqual({ lines: ['short'], complete: true });
    expect(widthOf(fitText('x'.repeat(500), 300, style), style)).toBeLessThanOrEqual(300);
    const most = fitText('x'.repeat(500), 300, style);
    expect(widthOf(`x${most}`, style)).toBeGreaterThan(300);
  });

  it('breaks Japanese between words, and never before a closing or after an opening mark', async () => {
    const text = await drawable('「星降る夜に」ピアノ弾き語りアルバムを録音してください。');
    const { lines, complete } = wrapText(text, 400, 9, style);
    expect(complete).toBe(true);
    expect(lines.join('')).toBe(text);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('|')).not.toMatch(/\|[」。ー]|「\|/);
    expect(lines.join('|')).toContain('アルバム');
  });
});

describe('a share card', () => {
  const card: ShareCard = {
    brandName: 'Fanfare',
    title: '</svg><script>alert(1)</script>',
    line: '<image href="http://127.0.0.1/"/>',
    meter: { goalCents: 1000, pledgedCents: 2500, paidCents: 500, fanCount: 3 },
    art: { seed: 'x', hues: [10, 200] },
    direction: 'ltr',
  };

  it('contains no text that people typed and no color that librsvg cannot read', async () => {
    const svg = withHexColors(await shareCardSvg(card));
    expect(svg).not.toMatch(/script|image|oklch|NaN|undefined/);
    expect(svg.match(/<svg/g)).toHaveLength(2);
  });

  it('is equal for equal amounts and differs for others', async () => {
    const meter = { goalCents: 1000, pledgedCents: 2600, paidCents: 500, fanCount: 3 };
    expect(await shareCardSvg(card)).toBe(await shareCardSvg({ ...card }));
    expect(await shareCardSvg(card)).not.toBe(await shareCardSvg({ ...card, meter }));
  });

  it('shows the smallest pledge of the largest goal', async () => {
    const svgOf = (pledgedCents: number) =>
      shareCardSvg({ ...card, meter: { goalCents: 100_000_00, pledgedCents, paidCents: 0, fanCount: 1 } });
    const fills = (svg: string) => svg.match(/<rect [^>]*fill="oklch\(0\.83 0\.15 84\)"/g)?.length;
    expect(fills(await svgOf(3_00))).toBe((fills(await svgOf(0)) ?? 0) + 1);
  });

  it('begins an Arabic title on the right, and mirrors everything in Arabic', async () => {
    const title = 'ألبوم صوتي';
    const sides = async (direction: 'ltr' | 'rtl', text: string) => {
      const svg = await shareCardSvg({ ...card, title: text, direction });
      const paths = [...svg.matchAll(/<path d="([^"]+)" fill="([^"]+)"/g)].filter(([, , fill]) => fill === ink);
      // The brand is the first text, the title the second.
      return paths.slice(0, 2).map(([, data = '']) => {
        const xs = placesOf(data).filter((_, index) => index % 2 === 0);
        return [Math.round(Math.min(...xs)), Math.round(Math.max(...xs))] as const;
      });
    };
    const [[brandLeft = 0] = [], [, titleRight] = []] = await sides('ltr', title);
    expect(brandLeft).toBeGreaterThan(120);
    expect(brandLeft).toBeLessThan(140);
    expect(Math.abs((titleRight ?? 0) - 754)).toBeLessThan(8);
    const [[, brandRight = 0] = [], [, mirroredRight] = []] = await sides('rtl', title);
    expect(Math.abs(brandRight - 1072)).toBeLessThan(8);
    expect(Math.abs((mirroredRight ?? 0) - 1136)).toBeLessThan(8);
    const [, [englishLeft] = []] = await sides('rtl', 'An album');
    expect(Math.abs((englishLeft ?? 0) - 446)).toBeLessThan(8);
  });

  it('speaks the language of the moment, and keeps long words inside the column', async () => {
    const words = 'von 10 $ zugesagt';
    const draw = async () => {
      const start = 64 + widthOf(await drawable(formatMoney(2500)), { face: 'display', size: 44 }) + 14;
      return drawText(await drawable(words, 'text'), start, 488, { face: 'text', size: 28, fill: muted });
    };
    expect((await shareCardSvg(card)).includes(await draw())).toBe(false);
    speak((message) => (icuOf(message) === 'pledged of {goal}' ? words : undefined));
    expect((await shareCardSvg(card)).includes(await draw())).toBe(true);
    speak((message) => (icuOf(message) === 'pledged of {goal}' ? 'W'.repeat(200) : undefined));
    const texts = (await shareCardSvg(card)).matchAll(
      new RegExp(`<path d="([^"]+)" fill="${muted.replace(/[().]/g, '\\$&')}"`, 'g'),
    );
    const rights = [...texts].map(([, data = '']) => Math.max(...placesOf(data).filter((_, index) => index % 2 === 0)));
    expect(rights).toHaveLength(3);
    expect(Math.max(...rights)).toBeLessThan(754);
  });

  /** The extents of the muted texts of a card. */
  async function mutedTexts(of: ShareCard) {
    const svg = await shareCardSvg(of);
    const pattern = new RegExp(`<path d="([^"]+)" fill="${muted.replace(/[().]/g, '\\$&')}"`, 'g');
    return [...svg.matchAll(pattern)].map(([, data = '']) => {
      const [xs, ys] = [0, 1].map((odd) => placesOf(data).filter((_, index) => index % 2 === odd));
      return { width: Math.max(...(xs ?? [])) - Math.min(...(xs ?? [])), top: Math.min(...(ys ?? [])), data };
    });
  }

  it.each([
    'Keine Karte wird belastet, bevor der Creator annimmt',
    'クリエイターが承諾するまで、カードでの決済は行われません',
    'لا يُخصم أي مبلغ من أي بطاقة قبل قبول صانع المحتوى',
  ])('keeps the whole line under the title of a card without figures: %s', async (line) => {
    const { meter: _, ...bare } = card;
    const texts = await mutedTexts({ ...bare, title: 'Get it made.', line });
    expect(texts).toHaveLength(2);
    expect(texts.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(
      widthOf(line, { face: 'text', size: 32 }) * 0.95,
    );
  });

  it('keeps the whole goal next to a long sum', async () => {
    const words = 'pledged so far of $100,000';
    speak((message) => (icuOf(message) === 'pledged of {goal}' ? words : undefined));
    const meter = { goalCents: 1000, pledgedCents: 98_765_00, paidCents: 0, fanCount: 3 };
    const texts = await mutedTexts({ ...card, meter });
    const glyphs = (text: string) => text.match(/M/g)?.length;
    const whole = drawText(await drawable(words, 'text'), 0, 0, { face: 'text', size: 28, fill: '' });
    expect(texts.map(({ data }) => glyphs(data))).toContain(glyphs(whole));
  });

  it('leaves room below the last line of a large Arabic title', async () => {
    const [line] = await mutedTexts({ ...card, title: 'فيُصنع', line: 'لا', direction: 'rtl' });
    const latin = await mutedTexts({ ...card, title: 'Made', line: 'لا', direction: 'rtl' });
    expect(line?.top ?? 0).toBeGreaterThan((latin[0]?.top ?? 0) + 5);
  });

  it('converts OKLCH colors to sRGB', () => {
    expect(withHexColors('oklch(1 0 0) oklch(0 0 0) oklch(0.628 0.2577 29.23)')).toBe('#ffffff #000000 #ff0000');
  });
});

it('splits a sitemap into files of 50,000 URLs', () => {
  expect(sitemapFiles({ pools: 0, creators: 0 })).toEqual(['/sitemap-pages.xml']);
  expect(sitemapFiles({ pools: 50_000, creators: 50_001 })).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-pools-1.xml',
    '/sitemap-creators-1.xml',
    '/sitemap-creators-2.xml',
  ]);
});
