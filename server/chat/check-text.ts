import type { Mention } from '#contract/chat/chat.ts';
import { appError } from '#contract/errors.ts';
import { readWordFilter } from '#server/chat/moderation/word-filter.ts';
import type { ChatContext } from './chat-context.ts';
import { candidatesOf, mentionsOf } from './mentions.ts';
import { findPeopleByNames } from './people.sql.ts';
import type { RoomRow } from './room.ts';

/** Returns the people that a text for this room mentions. Throws message_filtered, except in direct conversations. */
export async function checkText(context: ChatContext, room: RoomRow, content: string): Promise<Mention[]> {
  if (room.kind !== 'direct' && (await readWordFilter(context))?.test(content)) throw appError('message_filtered');
  const candidates = candidatesOf(content);
  const names = [...new Set(candidates.flatMap((candidate) => candidate.names))];
  const named = names.length > 0 ? await findPeopleByNames(context.db.sql, room, names) : [];
  return mentionsOf(candidates, named);
}
