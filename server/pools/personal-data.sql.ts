import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from './hooks.ts';

export const poolData = ({ hooks }: Pick<Platform, 'hooks'>): readonly PersonalData[] => [
  {
    name: 'pools',
    about: msg`Pools that you started.`,
    rows: (sql, userId) => {
      const { columns, join } = hooks.one('pool.shown_figures')(sql);
      return sql`
      select p.id, p.title, p.slug, p.description, p.goal_cents, ${columns}, p.paid_cents, p.deadline, p.status,
        p.end_reason, p.adult, p.created_at, p.ended_at,
        (select coalesce(json_agg(c.name order by c.name), '[]') from categories c where c.id = any(p.category_ids)) as categories
      from pools p ${join} where p.owner_id = ${userId} order by p.created_at`;
    },
  },
  {
    name: 'pools-to-answer',
    about: msg`Pools that were assigned to you as a creator, with the terms you accepted.`,
    rows: (sql, userId) => sql`
      select id, case when not adult then title end as title, status, goal_cents, paid_cents, floor_cents, delivery_days, terms,
        delivery_due_at, created_at, ended_at
      from pools where assigned_creator_id = ${userId} order by created_at`,
  },
  {
    name: 'pool-claims',
    about: msg`Pools that you claimed as a creator.`,
    rows: (sql, userId) => sql`
      select id, pool_id, message, proof_url, status, reason, created_at, decided_at from pool_claims
      where user_id = ${userId} order by created_at`,
  },
];
