/** The address in "Name <address>", or the address alone. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

/** A sender with a name: "Name <address>". Quotes a brand with characters that mail headers reserve. */
export function senderOf(sender: string, brandName: string): string {
  const address = addressOf(sender);
  if (address !== sender && !/^\s*</.test(sender)) return sender;
  const name = /^[\p{L}\p{N} ]+$/u.test(brandName) ? brandName : `"${brandName.replace(/["\\]/g, '\\$&')}"`;
  return `${name} <${address.trim()}>`;
}
