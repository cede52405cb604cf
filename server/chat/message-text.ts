import type { Mention } from '#contract/chat/chat.ts';
import { pictureText } from '#contract/chat/message-text.ts';
import { appError } from '#contract/errors.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { isLongerThan, tidyText } from '#contract/values/tidy-text.ts';
import type { ChatContext } from './chat-context.ts';
import { candidatesOf, mentionsOf } from './mentions.ts';
import { readWordFilter } from './moderation/word-filter.ts';
import { findPeopleByNames } from './people.sql.ts';
import type { RoomRow } from './room.ts';

const { messageMax } = limits.chat;
export const tooLongMessage = (): Text =>
  t`Message must be ${plural({ max: messageMax }, { one: '# character', other: '# characters' })} or less`;

/**
 * Normalizes a typed message for storage. A message with pictures needs no text. Throws validation_failed if it is empty or too long.
 */
export function tidyMessage(typed: string, { hasImages = false } = {}): string {
  const content = tidyText(typed) || (hasImages ? pictureText : '');
  const fault =
    content === '' ? () => t`Message is required` : isLongerThan(content, messageMax) ? tooLongMessage : undefined;
  if (fault) throw appError('validation_failed', { message: fault, fields: { content: fault } });
  return content;
}

/** Returns the people that a text for this room mentions. Throws message_filtered, except in direct conversations. */
export async function checkText(context: ChatContext, room: RoomRow, content: string): Promise<Mention[]> {
  if (room.kind !== 'direct' && (await readWordFilter(context))?.test(content)) throw appError('message_filtered');
  const candidates = candidatesOf(content);
  const names = [...new Set(candidates.flatMap((candidate) => candidate.names))];
  const named = names.length > 0 ? await findPeopleByNames(context.db.sql, room, names) : [];
  return mentionsOf(candidates, named);
}
