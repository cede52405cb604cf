import { describe, expect, it } from 'vitest';
import { linkPreviewLimits } from '#contract/link-preview.ts';
import { decodePage, readHead } from './read-head.ts';

// cspell:ignore eacute cafй

const nothing = { title: undefined, description: undefined, image: undefined };

describe('readHead', () => {
  it('takes Open Graph before Twitter before what every page has, however it is written', () => {
    const html = `<!DOCTYPE html><html><head><!-- <title>not this</title> --><META NAME=description content='Plain'>
      <script>document.write('<title>nor this</title><meta property="og:title" content="never">')</script>
      <title lang=en>The   page\n title</TITLE ><meta content="A &quot;card&quot; &amp;lt;b&amp;gt;" property="og:title"/>
      <meta name="twitter:title" content="Elsewhere"><meta property=og:image content=/a.png?x=1&amp;y=2>`;
    expect(readHead(html)).toEqual({ title: 'A "card" &lt;b&gt;', description: 'Plain', image: '/a.png?x=1&y=2' });
    expect(readHead('<title>Only &#8216;this&#x2019; &eacute;t&#233; &bogus; &amp</title>').title).toBe(
      'Only ‘this’ été &bogus; &amp',
    );
    expect(readHead('<meta property="og:title" content=" "><title>T</title><svg><title>icon</title></svg>').title).toBe(
      'T',
    );
  });

  it('gives plain words on one line, of bounded length', () => {
    const tricks = '&#0;&#xD800;a\u202eb\u0007&#8238;c &#128; <b>d</b> &lt;script&gt;';
    expect(readHead(`<title>${tricks}</title>`).title).toBe('\ufffd\ufffdabc € <b>d</b> <script>');
    const { title = '', description = '' } = readHead(
      `<title>${'😀'.repeat(5000)}</title><meta name=description content="${'word '.repeat(90_000)}">`,
    );
    expect([...title]).toHaveLength(linkPreviewLimits.title);
    expect(title.endsWith('😀…')).toBe(true);
    expect(description).toMatch(/word…$/);
    expect(description.length).toBeLessThanOrEqual(linkPreviewLimits.description);
  });

  it('stops at the body, and where something does not end', () => {
    expect(readHead('<body><title>Late</title>')).toEqual(nothing);
    expect(readHead('<!-- <title>Within</title>')).toEqual(nothing);
    expect(readHead('<script><title>Within</title>')).toEqual(nothing);
    expect(readHead('<title>Endless')).toEqual(nothing);
    expect(readHead('<title>Kept</title><meta name="description content=x><p>').title).toBe('Kept');
    expect(readHead('a < b <3 <> </ <!doctype <title>T</title>').title).toBe('T');
  });

  it.each([
    '<title>',
    '<meta a="',
    '<meta a=\'"',
    '<meta ',
    '<a =',
    '<!--',
    '<!-->',
    '</title ',
    '<',
    '<a\t',
    '<a b  ',
    '&#',
    '<svg><title>a</title>',
    `<meta name=description content="${'a \n'.repeat(60)}">`,
  ])('reads a page of nothing but %j in no time', (part) => {
    const html = part.repeat(Math.ceil((256 * 1024) / part.length));
    const began = performance.now();
    readHead(html);
    readHead(`<title>${html}</title>`);
    readHead(`<meta property="og:title" content='${html}`);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('decodePage', () => {
  const latin = Buffer.from('<meta charset=ISO-8859-1><title>caf\xe9</title>', 'latin1');
  it.each([
    [latin, 'text/html', 'café'],
    [latin, 'text/html; charset="windows-1251"', 'cafй'],
    [latin, 'text/html; charset=nonsense', 'caf\ufffd'],
    [Buffer.from('<title>日本</title>'), 'text/html', '日本'],
    [Buffer.from('\ufeff<meta charset=latin1><title>ü</title>'), 'text/html; charset=latin1', 'ü'],
  ])('%#', (data, type, title) => {
    expect(readHead(decodePage(data, type)).title).toBe(title);
  });

  it.each(['charset', 'charset=', 'charset="'])('looks for a name after %j and nothing in no time', (begun) => {
    const began = performance.now();
    decodePage(latin, `text/html; ${begun}${' '.repeat(64 * 1024)}!`);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
