import { describe, expect, it } from 'vitest';
import { isInPage } from './find-in-page.ts';

// cspell:ignore disqus byuser

const code = 'claim-AbCdEfGhIjKlMnOpQrSt';
const page = (body: string, head = '') =>
  `<!doctype html><html class="no-js"><head><title>Maya</title>${head}</head><body class="comments-open">${body}</body></html>`;
const containsCode = (body: string, head?: string) => isInPage(page(body, head), code);

describe('a text on a page', () => {
  it.each([
    ['visible text', `<main class="reviews"><p>Songs. ${code}</p></main>`],
    [
      'text between two parts for visitors',
      `<div id=comments><p>Hi</div><p>${code}<section class="reviews"></section>`,
    ],
    ['an attribute', `<a rel="me" href="https://example.org/?${code}">me</a>`],
    ['a comment in the source', `<!-- ${code} -->`],
    ['data of the page', `<script id="data" type="application/json">{"user":{"bio":["Songs ${code}"]}}</script>`],
    ['data in a variable', `<script>var page = {"header":{"about":"${code}"}};</script>`],
    ['words about comments', `<p class="post commented-on">My comments policy: ${code}</p>`],
  ])('counts as %s', (_where, body) => expect(containsCode(body)).toBe(true));

  it('counts in the title and in metadata', () => {
    expect(containsCode('', `<meta property="og:description" content="Songs ${code}">`)).toBe(true);
    expect(isInPage(`<title>${code}</title>`, code)).toBe(true);
    expect(isInPage(`plain text ${code}`, code)).toBe(true);
  });

  it.each([
    ['a comment', `<ol class="thread"><li class="comment byuser"><div><p>${code}</p></div></li></ol>`],
    ['a section of comments', `<section id="commentSection"><article><br><p>${code}</article></section>`],
    ['an attribute inside a comment', `<div class="Comments"><a href="https://x.example/${code}">x</a></div>`],
    ['a review', `<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">${code}</p></div>`],
    ['a guestbook', `<div id="guestbook-entries">${code}</div>`],
    ['an embedded discussion', `<div id="disqus_thread"><p>${code}</p></div>`],
    ['a link that a visitor placed', `<p><a rel="nofollow ugc" href="https://x.example/${code}">x</a></p>`],
    ['comments in data', `<script type="application/json">{"post":{"comments":[{"text":"${code}"}]}}</script>`],
    ['a comment by type in data', `<script type="application/ld+json">[{"@type":"Comment","text":"${code}"}]</script>`],
    ['a serialized page in data', `<script>push(["${'x'.repeat(6000)}${code}"])</script>`],
    ['a program', `<script>show(); if (a) { tell("${code}") }</script>`],
  ])('does not count in %s', (_where, body) => expect(containsCode(body)).toBe(false));

  it('counts with the same upper and lower case only', () => {
    expect(containsCode(code.toUpperCase())).toBe(false);
  });

  it('is not looked for below 500 nested elements', () => {
    expect(containsCode(`${'<div>'.repeat(600)}${code}`)).toBe(false);
    expect(containsCode(`${'<div>'.repeat(300)}${code}`)).toBe(true);
  });
});
