import type { UserSummary } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/sql-text.ts';
import { listPeopleToMeet } from './people.sql.ts';

/** The few people a message may be meant for. */
export async function searchUsers({ db }: Platform, actor: Actor, text: string): Promise<UserSummary[]> {
  if (text.length < limits.userSearch.min) return [];
  const rows = await listPeopleToMeet(db.sql, {
    pattern: escapeLike(text),
    text,
    limit: limits.userSearch.max,
    viewerId: actor.userId,
  });
  return rows.map(({ id, username, displayName, avatarUrl }) => ({ id, username, displayName, avatarUrl }));
}
