export interface TextPart {
  text: string;
  /** Where it leads; absent for plain text. */
  href?: string;
}

const address = /\bhttps?:\/\/[^\s<>"]+/gi;
const closing = /[.,;:!?'…»”’]+$/;

/** What ends the sentence belongs to the sentence, and a bracket to whoever opened it. */
function withoutTail(link: string): string {
  const bare = link.replace(closing, '');
  const open = bare.split('(').length;
  if (bare.endsWith(')') && bare.split(')').length > open) return withoutTail(bare.slice(0, -1));
  return bare === link ? link : withoutTail(bare);
}

/** A name before the host is there to deceive: "https://bank.example@elsewhere.example". */
function isPlain(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { username, password, hostname } = new URL(link);
  return username === '' && password === '' && hostname.includes('.');
}

/** A text cut into what is plain and what is a link: http and https only, written out in full. */
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
