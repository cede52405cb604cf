/**
 * Values within text of the other direction, such as an Arabic name in a German sentence. The Unicode bidirectional algorithm would reorder
 * the text around them, as it would without <bdi> in HTML.
 */

const rtlLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has letters of a script that runs from right to left. */
export const hasRtlLetters = (text: string): boolean => rtlLetters.test(text);

/** The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, as in <bdi>. Addresses stay as they are, because people copy them. */
export const isolate = (text: string): string => (text === '' || text.includes('://') ? text : `\u2068${text}\u2069`);

/** Removes the marks of `isolate`, for texts that leave the page: into the clipboard, an address or another program. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
