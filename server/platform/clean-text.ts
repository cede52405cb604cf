/** Turns the reading direction around: what stands behind it would read as something else. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being taken out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const nothingToSee = /^[\s\p{Cf}\p{M}\u2800\u3164\u115f\u1160]*$/u;

/**
 * What people wrote, as it can stand among what others wrote: no characters that act on their surroundings, at most three marks
 * on a letter, at most one empty line at a time. Empty where nothing could be seen of it.
 */
export function cleanText(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(turning, '')
    .replace(controls, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();
  return nothingToSee.test(clean) ? '' : clean;
}
