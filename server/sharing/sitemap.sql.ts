import type { Connection } from '#server/platform/postgres/db.ts';

export interface SitemapCounts {
  pools: number;
  creators: number;
}

export async function countForSitemap(sql: Connection): Promise<SitemapCounts> {
  const [row] = await sql<SitemapCounts[]>`
    select (select coalesce(sum(n), 0)::bigint from feed_counts where category_id = 0 and not adult) as pools,
      (select count(*) from creator_profiles c left join categories k on k.id = c.category_id
        where k.adult is not true) as creators`;
  return row ?? { pools: 0, creators: 0 };
}

export interface SitemapPool {
  slug: string;
  username: string;
  updatedAt: Date;
}

/** Oldest first, so that a pool usually stays in the same file. */
export async function listSitemapPools(
  sql: Connection,
  { limit, offset }: { limit: number; offset: number },
): Promise<SitemapPool[]> {
  return sql<SitemapPool[]>`
    select p.slug, coalesce(c.username, o.username) as username, p.updated_at
    from (
      select pool_id from pool_feed where category_id = 0 and not adult
      order by created_at, pool_id limit ${limit} offset ${offset}) f
    join pools p on p.id = f.pool_id
    join users o on o.id = p.owner_id
    left join creator_profiles c on c.id = p.creator_profile_id`;
}

export async function listSitemapCreators(
  sql: Connection,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await sql<{ username: string }[]>`
    select c.username from creator_profiles c left join categories k on k.id = c.category_id
    where k.adult is not true
    order by c.created_at, c.id limit ${limit} offset ${offset}`;
  return rows.map(({ username }) => username);
}
