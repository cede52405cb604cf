import { isVisible } from './tidy-text.ts';

/** Checks of specification 5. Their order is the order of the messages. Mail servers refuse the dots and hyphens that this excludes (RFC 5321). */
const emailShape = /^(?=[^@]{1,64}@)[^\s@.]+(?:\.[^\s@.]+)*@(?!-)[^\s@.]+(?:(?<!-)\.(?!-)[^\s@.]+)+(?<!-)$/;
/** Characters of quoted names, comments and lists: mail programs read "x<fan@example.org>" as another spelling of fan@example.org. */
const notOfAnAddress = /(?![\u200c\u200d])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800<>(),;:"\\[\]]/u;
/** Characters that end a domain for programs that read it as a part of a URL, so that they would see another mailbox. */
const notOfADomain = /@[^@]*[/?#%^`{|}][^@]*$/;

/** Whether the forms accept this text as a new email. */
export function isEmail(text: string): boolean {
  if (text.length > 254 || notOfAnAddress.test(text) || notOfADomain.test(text)) return false;
  return emailShape.test(text) && text.split('@').every(isVisible);
}
