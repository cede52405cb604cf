/** The errors whose message the browser may show without a response of this server. */
const shownByBrowser = new Set([
  'validation_failed',
  'not_signed_in',
  'forbidden',
  'suspended',
  'age_gate',
  'not_found',
  'conflict',
  'payload_too_large',
  'rate_limited',
  'internal',
  'unavailable',
  'bad_credentials',
  'email_taken',
  'username_taken',
  'google_not_set_up',
  'google_failed',
  'google_other_account',
  'image_too_large',
  'image_type',
]);

const entry = /(\w+): \{\s*status: (\d+),\s*message:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s*\},/g;

/**
 * contract/errors.ts as the browser needs it. Every response contains its message, so the browser keeps only the messages that it
 * shows on its own: the others are 1 KB of the first load.
 */
export function leanErrors(code: string): string {
  const table = code.replace(entry, (whole, name: string, status: string) =>
    shownByBrowser.has(name) ? whole : `${name}: silent(${status}),`,
  );
  return `const silent = (status) => ({ status, message: '' });\n${table}`;
}
