import type { Connection } from '#server/platform/postgres/db.ts';

export interface FirstStepsRow {
  profileId: string;
  page: boolean;
  terms: boolean;
  shared: boolean;
  dismissed: boolean;
}

/** The state of the creator's first steps by their page, their request terms and their own clicks; undefined without a page. */
export async function findFirstSteps(sql: Connection, creatorId: string): Promise<FirstStepsRow | undefined> {
  const [row] = await sql<FirstStepsRow[]>`
    select c.id as profile_id, c.avatar_url is not null and c.description <> '' as page,
      exists (select 1 from creator_request_terms t where t.profile_id = c.id) as terms,
      s.shared_at is not null as shared, s.dismissed_at is not null as dismissed
    from creator_profiles c left join creator_first_steps s on s.profile_id = c.id
    where c.owner_id = ${creatorId}`;
  return row;
}

/** Stores that the creator shared their page, or dismissed the list. The first time counts. */
export async function markFirstSteps(sql: Connection, profileId: string, act: 'shared' | 'dismissed'): Promise<void> {
  const [shared, dismissed] = [act === 'shared', act === 'dismissed'];
  await sql`
    insert into creator_first_steps (profile_id, shared_at, dismissed_at)
    values (${profileId}, case when ${shared}::boolean then clock_timestamp() end, case when ${dismissed}::boolean then clock_timestamp() end)
    on conflict (profile_id) do update set
      shared_at = coalesce(creator_first_steps.shared_at, excluded.shared_at),
      dismissed_at = coalesce(creator_first_steps.dismissed_at, excluded.dismissed_at)`;
}
