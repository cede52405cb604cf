import { describe, expect, it } from 'vitest';
import { withHexColors } from './oklch-to-hex.ts';
import { type ShareCard, shareCardSvg } from './share-card.ts';
import { drawable, fitText, widthOf, wrapText } from './text-paths.ts';
import { sitemapFiles } from './write-sitemap.ts';

// cspell:ignore Łódź tiếng Việt

const style = { face: 'display', size: 60 } as const;

describe('text as paths', () => {
  it('skips characters that our fonts lack', () => {
    expect(drawable('Café 😂 Łódź  日本 end')).toBe('Café Łódź end');
    expect(drawable('日本語')).toBe('');
    const vietnamese = 'Hát một bài tiếng Việt';
    expect(drawable(vietnamese)).toBe(vietnamese);
    expect(drawable(vietnamese, 'text')).toBe(vietnamese);
  });

  it('breaks lines and cuts them to a width', () => {
    const { lines, complete } = wrapText('one two three four five six seven eight nine ten', 300, 3, style);
    expect(lines).toHaveLength(3);
    expect(complete).toBe(false);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const line of lines) expect(widthOf(line, style)).toBeLessThanOrEqual(300);
    expect(wrapText('short', 300, 3, style)).toEqual({ lines: ['short'], complete: true });
    expect(widthOf(fitText('x'.repeat(500), 300, style), style)).toBeLessThanOrEqual(300);
  });
});

describe('a share card', () => {
  const card: ShareCard = {
    brandName: 'Fanfare',
    title: '</svg><script>alert(1)</script>',
    line: '<image href="http://127.0.0.1/"/>',
    meter: { goalCents: 1000, pledgedCents: 2500, paidCents: 500, fanCount: 3 },
    art: { seed: 'x', hues: [10, 200] },
  };

  it('contains no text that people typed and no color that librsvg cannot read', () => {
    const svg = withHexColors(shareCardSvg(card));
    expect(svg).not.toMatch(/script|image|oklch|NaN|undefined/);
    expect(svg.match(/<svg/g)).toHaveLength(2);
  });

  it('is equal for equal amounts and differs for others', () => {
    const meter = { goalCents: 1000, pledgedCents: 2600, paidCents: 500, fanCount: 3 };
    expect(shareCardSvg(card)).toBe(shareCardSvg({ ...card }));
    expect(shareCardSvg(card)).not.toBe(shareCardSvg({ ...card, meter }));
  });

  it('shows the smallest pledge of the largest goal', () => {
    const svgOf = (pledgedCents: number) =>
      shareCardSvg({ ...card, meter: { goalCents: 100_000_00, pledgedCents, paidCents: 0, fanCount: 1 } });
    const fills = (svg: string) => svg.match(/<rect [^>]*fill="oklch\(0\.83 0\.15 84\)"/g)?.length;
    expect(fills(svgOf(3_00))).toBe((fills(svgOf(0)) ?? 0) + 1);
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
