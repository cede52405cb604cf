import { Parser } from 'htmlparser2';

// cspell:ignore onopentagname onopentag onclosetag ontext oncomment disqus webmention webmentions shoutbox commentlist trackbacks pingbacks

/** Names of page parts with texts of visitors, as the first word of a class, an id or a type of microdata. */
const visitorWords =
  /^(?:user-?|visitor-?)?(?:comments?|commentlist|replies|reply|responses|disqus|guestbook|shoutbox|reviews?|webmentions?|trackbacks?|pingbacks?|h-cite|ugc)(?![a-z])/;
const namingAttributes = ['id', 'class', 'itemprop', 'itemtype', 'role', 'rel', 'data-testid', 'data-component'];
/** Their classes describe the whole page, such as "comments-open". */
const wholePage = new Set(['html', 'head', 'body', 'main']);
/** Real pages nest fewer elements. The parser's stack costs O(depth) for each tag, so a hostile page ends here. */
const maxDepth = 500;
/** Longer strings in data are serialized pages, in which nothing distinguishes the owner's words from a visitor's. */
const maxDataText = 5000;

const isVisitorName = (name: string) =>
  visitorWords.test(
    name
      .replace(/^https?:\/\/schema\.org\//i, '')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase(),
  );

const isVisitorPart = (name: string, attributes: Record<string, string>) =>
  !wholePage.has(name) &&
  namingAttributes.some((attribute) => (attributes[attribute] ?? '').split(/\s+/).some(isVisitorName));

/**
 * Returns whether a page contains a text outside of the parts in which visitors write, such as comments and reviews. Searches the visible
 * text, attributes and metadata, and the data in scripts, because many sites put a profile's text there.
 */
export function isInPage(html: string, text: string): boolean {
  // Most pages end here, without the cost of parsing.
  if (!html.includes(text)) return false;
  let isFound = false;
  let depth = 0;
  /** The depth of the outermost element with texts of visitors; 0 outside. */
  let visitorDepth = 0;
  let script: string | undefined;
  const look = (chunk: string) => {
    if (visitorDepth === 0 && chunk.includes(text)) isFound = true;
  };
  const parser = new Parser({
    onopentagname(name) {
      depth += 1;
      if (name === 'script') script = '';
      if (depth > maxDepth) parser.pause();
    },
    onopentag(name, attributes) {
      if (visitorDepth === 0 && isVisitorPart(name, attributes)) visitorDepth = depth;
      for (const value of Object.values(attributes)) look(value);
    },
    ontext(part) {
      if (script === undefined) look(part);
      else script += part;
    },
    oncomment: look,
    onclosetag(name) {
      if (name === 'script' && script !== undefined) {
        if (visitorDepth === 0 && script.includes(text) && isInData(script, text)) isFound = true;
        script = undefined;
      }
      if (depth === visitorDepth) visitorDepth = 0;
      depth -= 1;
    },
  });
  parser.write(html);
  return isFound;
}

/** Searches the JSON in a script, which may be assigned to a variable. */
function isInData(script: string, text: string): boolean {
  const start = script.search(/[[{]/);
  const end = Math.max(script.lastIndexOf('}'), script.lastIndexOf(']'));
  try {
    const owned: unknown = JSON.parse(script.slice(start, end + 1), dropVisitors);
    return JSON.stringify(owned)?.includes(text) ?? false;
  } catch {
    return false;
  }
}

/** For JSON.parse: drops the texts of visitors, and texts whose author cannot be distinguished. */
function dropVisitors(key: string, value: unknown): unknown {
  if (isVisitorName(key) || (typeof value === 'string' && value.length > maxDataText)) return undefined;
  const type = typeof value === 'object' && value !== null && '@type' in value ? String(value['@type']) : '';
  return isVisitorName(type) ? undefined : value;
}
