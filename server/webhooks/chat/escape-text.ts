/**
 * Everything that begins or ends Markdown, a mention, an emoji, a timestamp or a link on Discord, which shows any punctuation after a
 * backslash as it is. The dot also begins numbered lists and the domains of invitations.
 */
const discordMarks = /[\\*_~`|>#\-[\]()<:@./]/g;

export const escapeForDiscord = (text: string): string => text.replace(discordMarks, '\\$&');

const slackEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The control characters of Slack. Texts go into blocks without formatting. */
export const escapeForSlack = (text: string): string => text.replace(/[&<>]/g, (mark) => slackEntities[mark] ?? mark);

/** Escapes as much of a text as fits, whole characters only. An ellipsis takes the place of the rest. */
export function escapeWithin(text: string, escaped: (text: string) => string, max: number): string {
  const whole = escaped(text);
  if (whole.length <= max) return whole;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = cut + escaped(segment);
    if (next.length >= max) break;
    cut = next;
  }
  return `${cut}…`;
}
