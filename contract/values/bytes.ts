const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 with padding (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const group = (a << 16) | (b << 8) | c;
    for (const shift of [18, 12, 6, 0]) text += alphabet[(group >> shift) & 63];
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - padding) + '='.repeat(padding);
}

/** Undefined unless the text is the one spelling that `toBase64` writes: a changed character never decodes to the same bytes. */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = [...text.replace(/={1,2}$/, '')].map((digit) => alphabet.indexOf(digit));
  if (digits.includes(-1)) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  for (const [index] of bytes.entries()) {
    const at = Math.floor((index * 4) / 3);
    const pair = ((digits[at] ?? 0) << 6) | (digits[at + 1] ?? 0);
    bytes[index] = (pair >> (4 - 2 * (index % 3))) & 255;
  }
  return toBase64(bytes) === text ? bytes : undefined;
}

/** Lowercase hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Undefined unless the text is lowercase hexadecimal. */
export function fromHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
