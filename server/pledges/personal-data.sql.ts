import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const pledgeData: readonly PersonalData[] = [
  {
    name: 'pledges',
    about: 'All your pledges and their outcomes. Names of adult pools are left out.',
    rows: (sql, userId) => sql`
      select p.id, p.pool_id, case when not o.adult then o.title end as pool_title, p.amount_cents, p.status, p.anonymous,
        c.brand as card_brand, c.last4 as card_last4, p.created_at, p.pledged_at, p.met_goal_at, p.due_at, p.paid_at, p.refunded_at, p.ended_at,
        p.decline_reason
      from pledges p join pools o on o.id = p.pool_id left join cards c on c.id = p.card_id
      where p.fan_id = ${userId} order by p.created_at`,
  },
  {
    name: 'access',
    about: 'Deliveries that are open to you.',
    rows: (sql, userId) => sql`
      select pool_id, granted_at from content_access where user_id = ${userId} order by granted_at`,
  },
];
