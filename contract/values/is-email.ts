import { isVisible } from './tidy-text.ts';

/** Checks of specification 5. Their order is the order of the messages. Mail servers refuse the dots and hyphens that this excludes (RFC 5321). */
const emailShape = /^(?=[^@]{1,64}@)[^\s@.]+(?:\.[^\s@.]+)*@(?!-)[^\s@.]+(?:(?<!-)\.(?!-)[^\s@.]+)+(?<!-)$/;
/** Characters of quoted names, comments and lists: mail programs read "x<fan@example.org>" as another spelling of fan@example.org. */
const notOfAnAddress = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800<>(),;:"\\[\]]/u;

/** Whether the forms accept this text as a new email. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && emailShape.test(text) && !notOfAnAddress.test(text) && text.split('@').every(isVisible);
}
