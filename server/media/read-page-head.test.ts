import { describe, expect, it } from 'vitest';
import { linkPreviewLimits } from '#contract/limits.ts';
import { decodePage, readPageHead } from './read-page-head.ts';

// cspell:ignore eacute cafй notin

const nothing = { title: undefined, description: undefined, image: undefined };

describe('readPageHead', () => {
  it('prefers Open Graph to Twitter tags to plain HTML, in any syntax', () => {
    const html = `<!DOCTYPE html><html><head><!-- <title>not this</title> --><META NAME=description content='Plain'>
      <script>document.write('<title>nor this</title><meta property="og:title" content="never">')</script>
      <title lang=en>The   page\n title</TITLE ><meta content="A &quot;card&quot; &amp;lt;b&amp;gt;" property="og:title"/>
      <meta name="twitter:title" content="Elsewhere"><meta property=og:image content=/a.png?x=1&amp;y=2>`;
    expect(readPageHead(html)).toEqual({ title: 'A "card" &lt;b&gt;', description: 'Plain', image: '/a.png?x=1&y=2' });
    expect(readPageHead('<title>Only &#8216;this&#x2019; &eacute;t&#233; &bogus; &amp</title>').title).toBe(
      'Only ‘this’ été &bogus; &',
    );
    expect(readPageHead('<title>T</title><meta property=og:image content="/a?b=1&copy=2&amp;c=&eacute;">').image).toBe(
      '/a?b=1&copy=2&c=é',
    );
    expect(
      readPageHead('<meta property="og:title" content=" "><title>T</title><svg><title>icon</title></svg>').title,
    ).toBe('T');
  });

  it('returns plain text on one line, of bounded length', () => {
    const tricks = '&#0;&#xD800;a\u202eb\u0007&#8238;c &#128; <b>d</b> &lt;script&gt;';
    expect(readPageHead(`<title>${tricks}</title>`).title).toBe('\ufffd\ufffdabc € <b>d</b> <script>');
    const { title = '', description = '' } = readPageHead(
      `<title>${'😀'.repeat(5000)}</title><meta name=description content="${'word '.repeat(90_000)}">`,
    );
    expect([...title]).toHaveLength(linkPreviewLimits.title);
    expect(title.endsWith('😀…')).toBe(true);
    expect(description).toMatch(/word…$/);
    expect(description.length).toBeLessThanOrEqual(linkPreviewLimits.description);
  });

  it('stops at the body and ignores an element that the page never closes', () => {
    expect(readPageHead('<body><title>Late</title>')).toEqual(nothing);
    expect(readPageHead('<!-- <title>Within</title>')).toEqual(nothing);
    expect(readPageHead('<script><title>Within</title>')).toEqual(nothing);
    expect(readPageHead('<title>Endless')).toEqual(nothing);
    expect(readPageHead('<title>Kept</title><meta name="description content=x><p>').title).toBe('Kept');
    expect(readPageHead('a < b <3 <> <title>T</title>').title).toBe('T');
  });

  it.each(['noscript', 'template', 'svg', 'math', 'object', 'iframe', 'textarea', 'style'])(
    'ignores the title and the meta tags inside <%s>',
    (element) => {
      const inside = '<title>Inside</title><meta name=description content=Inside>';
      expect(readPageHead(`<${element}>${inside}</${element}>`)).toEqual(nothing);
      expect(readPageHead(`<${element}>${inside}</${element}><title>Page</title>`)).toEqual({
        ...nothing,
        title: 'Page',
      });
    },
  );

  it('stops where elements nest deeper than in any real head', () => {
    const nested = (depth: number) => `${'<div>'.repeat(depth)}<title>T</title>`;
    expect(readPageHead(nested(60)).title).toBe('T');
    expect(readPageHead(nested(65))).toEqual(nothing);
    expect(readPageHead(`${'<div></div>'.repeat(1000)}${'<meta><br>'.repeat(1000)}<title>T</title>`).title).toBe('T');
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
    '<div>',
    '<form>',
    '<x></y>',
    '</p>',
    '<svg/>',
    '&notin',
    '<![CDATA[',
  ])('survives a page of nothing but %j', { timeout: 5000 }, (part) => {
    const html = part.repeat(Math.ceil((256 * 1024) / part.length));
    readPageHead(html);
    readPageHead(`<a ${html}`);
    expect(readPageHead(`<title>Kept</title>${html}`).title).toBe('Kept');
    expect(readPageHead(`<meta property="og:title" content='${html}`)).toEqual(nothing);
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
  ])('decodes case %#', (data, type, title) => {
    expect(readPageHead(decodePage(data, type)).title).toBe(title);
  });

  it.each(['charset', 'charset=', 'charset="'])(
    'survives a content type with %j and a long run of spaces',
    { timeout: 5000 },
    (begun) => {
      const contentType = `text/html; ${begun}${' '.repeat(64 * 1024)}!`;
      expect(readPageHead(decodePage(latin, contentType)).title).toBe('café');
    },
  );
});
