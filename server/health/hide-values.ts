const longest = 500;

/**
 * The text of a statement without any value. PostgreSQL already writes `$1` in place of a constant, but keeps the constants of a statement
 * whose entry it dropped while the statement ran.
 */
export function hideValues(statement: string): string {
  const text = statement
    .replaceAll(/\/\*[\s\S]*?\*\/|--.*$/gm, ' ')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '?')
    .replaceAll(/'(?:[^']|'')*'?/g, '?')
    .replaceAll(/(?<![\w$.])\d[\d.]*\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
