/** The path parameters that a pattern such as "/pool/:slug" names. */
export type Params = Record<string, string | undefined>;

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Decodes a part of a URL. A part with an invalid escape stays as it is: it names nothing that exists. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters of a path under a pattern; null if it does not match. Fixed segments match regardless of case. */
export function matchPath(pattern: string, path: string): Params | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decodePart(value);
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** The canonical spelling of a matching path: the pattern's fixed segments with the path's values for the parameters. */
export function canonicalSpelling(pattern: string, path: string): string {
  const given = segmentsOf(path);
  const words = segmentsOf(pattern).map((word, index) => (word.startsWith(':') ? (given[index] ?? '') : word));
  return `/${words.join('/')}`;
}

/** A sort key for how specific a pattern is: an earlier fixed segment counts more. */
const specificity = (pattern: string) =>
  segmentsOf(pattern)
    .map((segment) => (segment.startsWith(':') ? '0' : '1'))
    .join('');

/** The most specific entry that matches a path: fixed segments before parameters, then the order of the table. */
export function bestMatch<Entry extends { path: string }>(
  table: readonly Entry[],
  path: string,
): { entry: Entry; params: Params } | null {
  let best: { entry: Entry; params: Params } | null = null;
  for (const entry of table) {
    const params = matchPath(entry.path, path);
    if (params && (!best || specificity(entry.path) > specificity(best.entry.path))) best = { entry, params };
  }
  return best;
}
