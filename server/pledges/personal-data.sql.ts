import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import { cardJoin } from './views.sql.ts';

export const pledgeData: readonly PersonalData[] = [
  {
    name: 'pledges',
    about: msg`All your pledges and their outcomes. Names of adult pools are left out.`,
    rows: (sql, userId) => sql`
      select p.id, p.pool_id, case when not o.adult then o.title end as pool_title, p.amount_cents, p.status, p.anonymous,
        k.brand as card_brand, k.last4 as card_last4, p.created_at, p.pledged_at, p.met_goal_at, p.due_at, p.paid_at, p.refunded_at, p.ended_at,
        p.decline_reason
      from pledges p join pools o on o.id = p.pool_id ${cardJoin(sql, 'p')}
      where p.fan_id = ${userId} order by p.created_at`,
  },
  {
    name: 'access',
    about: msg`Deliveries that are open to you.`,
    rows: (sql, userId) => sql`
      select pool_id, granted_at from content_access where user_id = ${userId} order by granted_at`,
  },
];
