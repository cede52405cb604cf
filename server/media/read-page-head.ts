import { Parser } from 'htmlparser2';
import { linkPreviewLimits } from '#contract/limits.ts';
import { tidyLine } from '#contract/values/tidy-text.ts';

// cspell:ignore onopentag onopentagname onclosetag ontext

/** A page's description of itself. Each field is one line of plain text, or undefined if the page has none. */
interface PageHead {
  title: string | undefined;
  description: string | undefined;
  /** As the page wrote it, possibly relative. */
  image: string | undefined;
}

/** Longer texts are cut to this many UTF-16 units before they are tidied. */
const maxRawLength = 4000;
/** A real head nests three or four levels. The parser's stack costs O(depth) for each tag, so a hostile page ends here. */
const maxDepth = 64;
/** The title and meta tags inside these elements do not describe the page. */
const ignoredElements = new Set(['noscript', 'template', 'svg', 'math', 'object']);

/**
 * Reads the first title and the first of each meta tag up to the body. Ignores an element that the page never closes: the caller may
 * have cut the page anywhere.
 */
function readMetaTags(html: string): Map<string, string> {
  const tags = new Map<string, string>();
  const keep = (name: string | undefined, value: string | undefined) => {
    const key = name?.trim().toLowerCase();
    if (key && value?.trim() && !tags.has(key)) tags.set(key, value.slice(0, maxRawLength));
  };
  let depth = 0;
  let ignoredDepth = 0;
  let title: string | undefined;
  const parser = new Parser({
    onopentagname(name) {
      depth += 1;
      if (ignoredElements.has(name)) ignoredDepth += 1;
      if (name === 'title') title = '';
      // A paused parser does not read the rest, and nothing resumes it.
      if (name === 'body' || depth > maxDepth) parser.pause();
    },
    onopentag(name, { property, name: metaName, content }) {
      if (name === 'meta' && ignoredDepth === 0) keep(property ?? metaName, content);
    },
    ontext(text) {
      if (title !== undefined && title.length < maxRawLength) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (ignoredElements.has(name)) ignoredDepth -= 1;
      if (name !== 'title') return;
      if (ignoredDepth === 0) keep('<title>', title);
      title = undefined;
    },
  });
  // No call of end(): it would close every open element, and an unclosed title or comment counts for nothing.
  parser.write(html);
  return tags;
}

function toPlainLine(text: string | undefined, maxLength: number): string | undefined {
  if (text === undefined) return undefined;
  const line = tidyLine(text.toWellFormed());
  const letters = [...line];
  if (letters.length <= maxLength) return line || undefined;
  return `${letters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

/** Reads a page's own description: Open Graph names first, then Twitter's, then the plain HTML ones. Never throws. */
export function readPageHead(html: string): PageHead {
  const tags = readMetaTags(html);
  const first = (...names: string[]) => names.map((name) => tags.get(name)).find((value) => value !== undefined);
  return {
    title: toPlainLine(first('og:title', 'twitter:title', '<title>'), linkPreviewLimits.title),
    description: toPlainLine(
      first('og:description', 'twitter:description', 'description'),
      linkPreviewLimits.description,
    ),
    image: first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src')?.trim(),
  };
}

/** White space on one side of the quote only: on both sides, the pattern would backtrack over a long run of spaces. */
const declaredCharset = /charset\s*=\s*["']?([\w-]{2,40})/i;

/** Decodes a page by its byte order mark, its content type, or the charset it declares in its first kilobyte; else as UTF-8. */
export function decodePage(data: Buffer, contentType: string): string {
  const hasByteOrderMark = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  const declared = declaredCharset.exec(contentType) ?? declaredCharset.exec(data.toString('latin1', 0, 1024));
  try {
    return new TextDecoder(hasByteOrderMark ? 'utf-8' : (declared?.[1] ?? 'utf-8')).decode(data);
  } catch {
    // The declared name is not a charset.
    return new TextDecoder('utf-8').decode(data);
  }
}
