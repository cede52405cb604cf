/** The parts of an address that a pattern names. */
export type Params = Record<string, string | undefined>;

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not an escape of ours: the text as it stands names nothing that exists.
    return segment;
  }
}

/** The parameters of a path under a pattern such as "/pool/:slug"; null where it does not fit. Fixed words match in any case. */
export function matchPath(pattern: string, path: string): Params | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decode(value);
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** The address of a screen as it is written: a pattern's fixed words, and what the path gives for its parameters. */
export function pathWith(pattern: string, path: string): string {
  const given = segmentsOf(path);
  const words = segmentsOf(pattern).map((word, index) => (word.startsWith(':') ? (given[index] ?? '') : word));
  return `/${words.join('/')}`;
}

/** How exactly a pattern speaks: the earlier a fixed word stands, the more it counts. */
const exactness = (pattern: string) =>
  segmentsOf(pattern)
    .map((segment) => (segment.startsWith(':') ? '0' : '1'))
    .join('');

/** The entry of a table that fits a path best: fixed words before parameters, then the order of the table. */
export function bestMatch<Entry extends { path: string }>(
  table: readonly Entry[],
  path: string,
): { entry: Entry; params: Params } | null {
  let best: { entry: Entry; params: Params } | null = null;
  for (const entry of table) {
    const params = matchPath(entry.path, path);
    if (params && (!best || exactness(entry.path) > exactness(best.entry.path))) best = { entry, params };
  }
  return best;
}
