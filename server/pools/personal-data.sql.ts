import type { PersonalData } from '#server/platform/personal-data.ts';

export const poolData: readonly PersonalData[] = [
  {
    name: 'pools',
    about: 'Pools that you started.',
    rows: (sql, userId) => sql`
      select p.id, p.title, p.slug, p.description, p.goal_cents, p.pledged_cents, p.paid_cents, p.fan_count, p.deadline, p.status,
        p.end_reason, p.adult, p.created_at, p.ended_at,
        (select coalesce(json_agg(c.name order by c.name), '[]') from categories c where c.id = any(p.category_ids)) as categories
      from pools p where p.owner_id = ${userId} order by p.created_at`,
  },
  {
    name: 'pools-to-answer',
    about: 'Pools that were yours to answer as a creator, and what you agreed to.',
    rows: (sql, userId) => sql`
      select id, case when not adult then title end as title, status, goal_cents, paid_cents, floor_cents, delivery_days, terms,
        delivery_due_at, created_at, ended_at
      from pools where assigned_creator_id = ${userId} order by created_at`,
  },
  {
    name: 'deliveries',
    about: 'What you handed in as a creator, and what was decided.',
    rows: (sql, userId) => sql`
      select c.id, c.pool_id, c.status, c.note, c.body, c.links, c.reason, c.created_at, c.decided_at,
        (select coalesce(json_agg(u.name order by f.position), '[]') from content_files f join uploads u on u.id = f.upload_id
          where f.claim_id = c.id) as files
      from content_claims c where c.creator_id = ${userId} order by c.created_at`,
  },
  {
    name: 'objections',
    about: 'What you objected to in deliveries.',
    rows: (sql, userId) => sql`
      select id, pool_id, reason, status, answer, created_at, decided_at from objections
      where fan_id = ${userId} order by created_at`,
  },
  {
    name: 'pool-claims',
    about: 'Pools that you claimed as a creator.',
    rows: (sql, userId) => sql`
      select id, pool_id, message, proof_url, status, reason, created_at, decided_at from pool_claims
      where user_id = ${userId} order by created_at`,
  },
  {
    name: 'likes',
    about: 'Pools that you like.',
    rows: (sql, userId) => sql`
      select pool_id, created_at from pool_likes where user_id = ${userId} order by created_at`,
  },
  {
    name: 'comments',
    about: 'What you wrote about pools.',
    rows: (sql, userId) => sql`
      select id, pool_id, parent_id, content, created_at, deleted_at from comments
      where author_id = ${userId} order by created_at`,
  },
];
