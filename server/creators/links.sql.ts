import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface LinkRow {
  url: string;
  addedBy: string | null;
  addedAt: Date;
  changedBy: string | null;
  changedAt: Date;
  recent: boolean;
}

/**
 * Stores who added and changed the links of a profile, after the profile's own row was written in the same transaction. A link that stays
 * keeps its times. One that was taken out and comes back begins again.
 */
export async function recordLinks(tx: Tx, profileId: string, userId: string): Promise<void> {
  await tx`
    with current as (
      select distinct on (e.link->>'url') e.link->>'url' as url, e.link->>'platform' as platform
      from creator_profiles c cross join lateral jsonb_array_elements(c.social_links) with ordinality as e (link, n)
      where c.id = ${profileId} order by e.link->>'url', e.n),
    gone as (
      delete from creator_links l where l.profile_id = ${profileId} and l.platform <> 'website'
        and not exists (select from current k where k.url = l.url))
    insert into creator_links as l (profile_id, url, platform, added_by, changed_by)
    select ${profileId}, url, platform, ${userId}, ${userId} from current
    on conflict (profile_id, url) do update set
      platform = excluded.platform, changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where l.platform <> excluded.platform`;
}

/** `days`: a link that was added or changed within so many days is recent. */
export async function listLinks(sql: Connection, profileId: string, days: number): Promise<LinkRow[]> {
  return sql<LinkRow[]>`
    select url, added_by, added_at, changed_by, changed_at,
      greatest(added_at, changed_at) > clock_timestamp() - make_interval(days => ${days}) as recent
    from creator_links
    where profile_id = ${profileId} order by added_at, url`;
}

/** Forgets a person who deletes their account. Nothing can rest on their links anymore. */
export async function forgetLinksOf(tx: Tx, userId: string): Promise<void> {
  await tx`update creator_links set added_by = null where added_by = ${userId}`;
  await tx`update creator_links set changed_by = null where changed_by = ${userId}`;
}
