/** A random idempotency key of 32 hexadecimal digits. `crypto.randomUUID` exists only in secure contexts, so not on plain HTTP. */
export function newRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
