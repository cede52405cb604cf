import type { UserSummary } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import type { ChatContext } from './chat-context.ts';
import { summaryOf } from './message.ts';
import type { ChatMember } from './policy.ts';
import { listSuggestedPeople } from './suggested-people.sql.ts';

/** Suggests people to write to, before the member types a name. */
export async function suggestPeople(context: ChatContext, member: ChatMember): Promise<UserSummary[]> {
  const { seesAdult } = member;
  const { userId } = member.actor;
  const rows = await listSuggestedPeople(context.db.sql, { userId, seesAdult, limit: limits.userSearch.max });
  return rows.map((row) => summaryOf(row, seesAdult));
}
