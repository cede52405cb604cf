import type { UserSummary } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { searchUsers } from '#server/people/search-users.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoom } from './find-room.ts';
import { summaryOf } from './message.ts';
import { listRecentWriters } from './people.sql.ts';
import type { ChatMember } from './policy.ts';
import { otherOf } from './room.ts';

const limit = limits.chat.mentionsShown;

/** Suggests people for an @mention: recent writers in the room first, then others. In a direct conversation, the other person. */
export async function listMentionable(
  context: ChatContext,
  member: ChatMember,
  { roomId, q }: { roomId: string; q: string },
): Promise<UserSummary[]> {
  const room = await findRoom(context, member, roomId);
  const { userId } = member.actor;
  const { seesAdult } = member;
  if (room.kind === 'direct') {
    const other = summaryOf(await context.readPerson(otherOf(room, userId), null), seesAdult);
    const matches = [other.username, other.displayName ?? ''].some((name) => foldText(name).startsWith(foldText(q)));
    return matches ? [other] : [];
  }
  const filter = {
    roomId: room.id,
    poolId: room.poolId,
    viewerId: userId,
    prefix: escapeLike(q),
    typed: q,
    seesAdult,
    limit,
  };
  const recent = (await listRecentWriters(context.db.sql, filter)).map((row) => summaryOf(row, seesAdult));
  if (recent.length >= limit) return recent;
  const others = await searchUsers(context, member, q);
  return [...recent, ...others.filter(({ id }) => !recent.some((person) => person.id === id))].slice(0, limit);
}
