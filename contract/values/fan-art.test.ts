import { describe, expect, it } from 'vitest';
import { fanArtSvg, fanArtUrl, huesOf, parseFanArtUrl } from './fan-art.ts';

describe('fan art', () => {
  it('is the same for the same seed and differs between seeds', () => {
    const hues = huesOf('Music');
    expect(fanArtSvg({ seed: 'a', hues })).toBe(fanArtSvg({ seed: 'a', hues }));
    expect(fanArtSvg({ seed: 'a', hues })).not.toBe(fanArtSvg({ seed: 'b', hues }));
  });

  it('draws nothing but numbers, whatever the seed holds', () => {
    const svg = fanArtSvg({ seed: '"><script>alert(1)</script>', hues: [1, 2] });
    expect(svg).not.toContain('script');
    expect(svg).not.toContain('NaN');
  });

  it('reads back the address that it made', () => {
    const art = { seed: '0c6c1f0e-7a44-4b8e-9a53-6cf0f1a8d0aa', hues: huesOf('Art'), rays: 17 };
    const url = new URL(fanArtUrl(art), 'http://x');
    expect(parseFanArtUrl(url.pathname.slice('/art/'.length), Object.fromEntries(url.searchParams))).toEqual(art);
  });

  it.each(['x.png', '../secret.svg', `${'x'.repeat(101)}.svg`, '.svg'])('refuses %s', (file) => {
    expect(parseFanArtUrl(file, { h: '1-2' })).toBeUndefined();
  });

  it('derives hues for an unknown category from its name', () => {
    const hues = huesOf('Origami');
    expect(hues).toEqual(huesOf('origami'));
    for (const hue of hues) expect(hue).toBeLessThan(360);
  });
});
