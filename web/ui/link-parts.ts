export interface TextPart {
  text: string;
  /** The URL of a link; absent for plain text. */
  href?: string;
}

/**
 * A link ends before full-width punctuation, because Chinese and Japanese put no space after a link. The ranges leave out the letters 々 and
 * 〇 and the ・ of Japanese titles.
 */
const address =
  /\bhttps?:\/\/[^\s<>"“”…\u3001-\u3004\u3008-\u3020\u3030\u303d\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffe6]+/gi;
const closing = /[.,;:!?'…»”’]+$/;

/** Removes punctuation that ends the sentence, and a closing bracket without an opening one in the link. */
function withoutTail(link: string): string {
  const bare = link.replace(closing, '');
  const open = bare.split('(').length;
  if (bare.endsWith(')') && bare.split(')').length > open) return withoutTail(bare.slice(0, -1));
  return bare === link ? link : withoutTail(bare);
}

/** False for URLs with credentials, which imitate another host: "https://bank.example@elsewhere.example". */
function isPlain(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { username, password, hostname } = new URL(link);
  return username === '' && password === '' && hostname.includes('.');
}

/** Splits a text into plain parts and links. Recognizes only complete http and https URLs. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(address)) {
    const link = withoutTail(match[0]);
    if (!isPlain(link)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: link, href: new URL(link).href });
    at = match.index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
