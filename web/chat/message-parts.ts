import type { Message } from '#contract/chat.ts';
import { linkParts } from '#web/ui/link-parts.ts';

export interface MessagePart {
  text: string;
  href?: string;
  /** Of whoever is named. */
  userId?: string;
}

type MessageSource = Pick<Message, 'content' | 'mentions' | 'parentSender'>;

/** Whether an answer begins with the name of whom it answers, in any case of letters. */
function beginsWith(content: string, username: string): boolean {
  const start = `@${username}`.toLowerCase();
  if (!content.toLowerCase().startsWith(start)) return false;
  return !/[\w-]/.test(content.charAt(start.length));
}

/** A message cut into plain words, links and names; an answer begins with the name of whom it answers. */
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
