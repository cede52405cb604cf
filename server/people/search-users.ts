import type { UserSummary } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { maskAdultPerson, type Viewer } from '#server/creators/creator.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { listPeopleToMessage } from './people.sql.ts';

/** Suggests people that the viewer could write to. Empty for a text below `limits.userSearch.min`. */
export async function searchUsers(
  context: Platform,
  { actor, seesAdult }: Viewer & { actor: Actor },
  text: string,
): Promise<UserSummary[]> {
  if (text.length < limits.userSearch.min) return [];
  const rows = await listPeopleToMessage(context.db.sql, {
    seesAdult,
    pattern: escapeLike(text),
    text,
    limit: limits.userSearch.max,
    viewerId: actor.userId,
  });
  return rows.map(({ adult, ...user }) => maskAdultPerson(user, { adult, seesAdult }));
}
