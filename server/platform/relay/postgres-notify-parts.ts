/** A PostgreSQL notification holds fewer than 8,000 bytes. A UTF-16 unit takes at most three of them. */
const partUnits = 2400;
/** The parts of one text arrive together. Incomplete texts are left over from broken connections. */
const maxIncomplete = 100;

/** Cuts a text into parts, never through a character. */
export function partsOf(text: string, units: number = partUnits): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + units);
    if (to < text.length && /[\udc00-\udfff]/.test(text.charAt(to))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

interface Part {
  /** Identifies the text. */
  of: string;
  index: number;
  count: number;
  text: string;
}

/** Joins parts. Returns the text when its last part arrives, and undefined until then. */
export function createJoiner(): (part: Part) => string | undefined {
  const incomplete = new Map<string, string[]>();
  return ({ of, index, count, text }) => {
    if (count === 1) return text;
    const parts = incomplete.get(of) ?? [];
    parts[index] = text;
    incomplete.set(of, parts);
    for (const oldest of incomplete.keys()) if (incomplete.size > maxIncomplete) incomplete.delete(oldest);
    if (Object.keys(parts).length < count) return undefined;
    incomplete.delete(of);
    return parts.join('');
  };
}
