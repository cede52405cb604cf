import type { Message } from '#contract/chat/chat.ts';
import { linkParts } from '#web/ui/link-parts.ts';

export interface MessagePart {
  text: string;
  href?: string;
  /** The mentioned user, if the part is a mention. */
  userId?: string;
}

type MessageSource = Pick<Message, 'content' | 'mentions' | 'parentSender'>;

/** Whether a reply begins with a mention of this username, regardless of case. */
function beginsWith(content: string, username: string): boolean {
  const start = `@${username}`.toLowerCase();
  if (!content.toLowerCase().startsWith(start)) return false;
  return !/[\w-]/.test(content.charAt(start.length));
}

/** Splits a message into text, links and mentions. A reply starts with a mention of the parent sender (specification 5). */
export function messageParts({ content, mentions, parentSender }: MessageSource): MessagePart[] {
  const parts: MessagePart[] = [];
  if (parentSender && !beginsWith(content, parentSender.username)) {
    parts.push({ text: `@${parentSender.username}`, userId: parentSender.id }, { text: ' ' });
  }
  let at = 0;
  for (const { start, length, userId } of [...mentions].sort((a, b) => a.start - b.start)) {
    if (start < at || start + length > content.length) continue;
    parts.push(...linkParts(content.slice(at, start)), { text: content.slice(start, start + length), userId });
    at = start + length;
  }
  return [...parts, ...linkParts(content.slice(at))];
}
