import { domainToASCII, domainToUnicode } from 'node:url';

/** Domains that Node would read as URLs, and cut off. */
const looksLikeUrl = /[/?#\\:@%]/;

/** Replaces the domain. An address whose domain has no other form stays as it is. */
function withDomain(address: string, change: (domain: string) => string): string {
  const at = address.lastIndexOf('@');
  const given = address.slice(at + 1);
  const domain = at < 0 || looksLikeUrl.test(given) ? '' : change(given);
  return domain === '' ? address : `${address.slice(0, at + 1)}${domain}`;
}

const hasForms = /[^\x20-\x7e]|(?:@|\.)xn--/i;

/** The form in which addresses are stored and compared: "jo@bücher.example" and "jo@xn--bcher-kva.example" are one mailbox. */
export const canonicalEmail = (address: string): string =>
  hasForms.test(address) ? withDomain(address, domainToASCII) : address;

/** The address as its owner reads it. */
export const readableEmail = (address: string): string =>
  hasForms.test(address) ? withDomain(address, domainToUnicode) : address;

/** Every form in which an address may be stored: earlier versions stored what was typed. */
export const emailForms = (address: string): [string, string, string] => [
  canonicalEmail(address),
  readableEmail(address),
  address,
];

/** The address in "Name <address>", or the address alone. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;

/** A sender with a name: "Name <address>". Quotes a brand with characters that mail headers reserve. */
export function senderOf(sender: string, brandName: string): string {
  const address = addressOf(sender);
  if (address !== sender && !/^\s*</.test(sender)) return sender;
  const name = /^[\p{L}\p{N} ]+$/u.test(brandName) ? brandName : `"${brandName.replace(/["\\]/g, '\\$&')}"`;
  return `${name} <${address.trim()}>`;
}
