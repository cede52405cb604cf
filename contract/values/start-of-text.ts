/** The start of a text, at most `max` UTF-16 units. Never ends within what a reader sees as one character, such as a flag or a family. */
export function startOfText(text: string, max: number): string {
  if (text.length <= max) return text;
  // Firefox has segmenters since version 125.
  const end = Intl.Segmenter ? new Intl.Segmenter().segment(text).containing(max)?.index : max;
  return text.slice(0, end).toWellFormed();
}
