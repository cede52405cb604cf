import { linkPreviewLimits } from '#contract/link-preview.ts';
import { tidyLine } from '#contract/tidy-text.ts';
import { decodeEntities } from './html-entities.ts';

/** What a page says of itself, in plain words on one line each; undefined where it says nothing. */
interface PageHead {
  title: string | undefined;
  description: string | undefined;
  /** As it is written there, which may be relative. */
  image: string | undefined;
}

interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  end: number;
}

const tagName = /<([a-z][^\s/>]*)/iy;
const gap = /[\s/]*/y;
/** Takes at least one character of whatever is neither a gap nor the end of the tag. */
const attributeName = /(=?[^\s/>=]*)(\s*=\s*)?/y;
const bareValue = /[^\s>]*/y;

function take(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}

/** The value that begins here, and where it ends; undefined where it does not. */
function readValue(html: string, at: number): { value: string; end: number } | undefined {
  const quote = html[at];
  if (quote !== '"' && quote !== "'") {
    const value = take(bareValue, html, at)?.[0] ?? '';
    return { value, end: at + value.length };
  }
  const close = html.indexOf(quote, at + 1);
  return close < 0 ? undefined : { value: html.slice(at + 1, close), end: close + 1 };
}

/** The tag that begins here; null where none does, undefined where the page ends within it. */
function readTag(html: string, open: number): Tag | null | undefined {
  const start = take(tagName, html, open);
  if (!start) return null;
  const name = (start[1] as string).toLowerCase();
  const attributes = new Map<string, string>();
  for (let at = tagName.lastIndex; ; ) {
    at += take(gap, html, at)?.[0].length ?? 0;
    if (at >= html.length) return undefined;
    if (html[at] === '>') return { name, attributes, end: at + 1 };
    const [whole, key = '', equals] = take(attributeName, html, at) as RegExpExecArray;
    at += whole.length;
    const read = equals ? readValue(html, at) : { value: '', end: at };
    if (!read) return undefined;
    at = read.end;
    // The first of a name counts.
    if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), read.value);
  }
}

/** What stands within these is no markup, or not of the page itself. */
const closed = new Set(['title', 'script', 'style', 'noscript', 'template', 'svg', 'textarea', 'iframe', 'object']);

type Keep = (name: string | undefined, value: string | undefined) => void;

/** Where to go on after what begins here; undefined at the end of the head, or of the page. */
function passBy(html: string, open: number, keep: Keep): number | undefined {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 2);
    return close < 0 ? undefined : close + 3;
  }
  const tag = readTag(html, open);
  if (tag === null) return open + 1;
  if (tag === undefined || tag.name === 'body') return undefined;
  const { name, attributes, end } = tag;
  if (name === 'meta') keep(attributes.get('property') ?? attributes.get('name'), attributes.get('content'));
  if (!closed.has(name)) return end;
  const close = take(new RegExp(`</${name}(?=[\\s/>])`, 'gi'), html, end);
  if (!close) return undefined;
  if (name === 'title') keep('<title>', html.slice(end, close.index));
  return close.index + 2;
}

/**
 * The title and the meta tags of a page up to its body, the first of each. Each character is looked at a bounded number of times,
 * whatever a page is made of: where something does not end, neither does the search for its end begin again.
 */
function collect(html: string): Map<string, string> {
  const found = new Map<string, string>();
  const keep: Keep = (name, value) => {
    const key = name?.trim().toLowerCase();
    if (key && value?.trim() && !found.has(key)) found.set(key, value);
  };
  for (let at: number | undefined = 0; at !== undefined; ) {
    const open: number = html.indexOf('<', at);
    at = open < 0 ? undefined : passBy(html, open, keep);
  }
  return found;
}

/** What is longer than anybody would read is not even tidied. */
const mostRaw = 4000;

function plain(text: string | undefined, most: number): string | undefined {
  if (text === undefined) return undefined;
  const line = tidyLine(decodeEntities(text.slice(0, mostRaw)).toWellFormed());
  const letters = [...line];
  if (letters.length <= most) return line || undefined;
  return `${letters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

/** Reads what the head of a page says of it: Open Graph first, then Twitter's own names, then what every page has. */
export function readHead(html: string): PageHead {
  const found = collect(html);
  const first = (...names: string[]) => names.map((name) => found.get(name)).find((value) => value !== undefined);
  const image = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src');
  return {
    title: plain(first('og:title', 'twitter:title', '<title>'), linkPreviewLimits.title),
    description: plain(first('og:description', 'twitter:description', 'description'), linkPreviewLimits.description),
    image: image === undefined ? undefined : decodeEntities(image.slice(0, mostRaw)).trim(),
  };
}

/** Gaps on one side of the quote only: on both, a long one would be shared out between them in every way there is. */
const declared = /charset\s*=\s*["']?([\w-]{2,40})/i;

/** The bytes of a page as text: by its mark, by what its server says, by what it says within its first kilobyte, else UTF-8. */
export function decodePage(data: Buffer, contentType: string): string {
  const marked = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  const label = marked ? 'utf-8' : (declared.exec(contentType) ?? declared.exec(data.toString('latin1', 0, 1024)))?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(data);
  } catch {
    // Named after nothing that is known.
    return new TextDecoder('utf-8').decode(data);
  }
}
