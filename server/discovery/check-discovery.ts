import type { Invariant } from '#server/platform/postgres/invariants.ts';

/** Compares the read models of feed and search with the pools. Each query must return no rows. */
export const discoveryInvariants: readonly Invariant[] = [
  {
    name: 'the feed holds every listed pool once in the whole feed and once in each of its categories',
    sql: `with should_be as (
        select distinct p.id as pool_id, c as category_id, p.adult, p.is_highlighted as highlighted, p.created_at
        from pools p cross join unnest(array_prepend(0::smallint, p.category_ids)) as c where pool_is_listed(p.status))
      (select 'missing' as fault, pool_id, category_id from (select * from should_be
        except select pool_id, category_id, adult, highlighted, created_at from pool_feed) missing)
      union all
      (select 'too many', pool_id, category_id from (select pool_id, category_id, adult, highlighted, created_at from pool_feed
        except select * from should_be) surplus)`,
  },
  {
    name: 'counts of the feed equal its rows',
    sql: `select category_id, adult, highlighted, c.n as counted, coalesce(f.n, 0) as should_be
      from feed_counts c full join (
        select category_id, adult, highlighted, count(*) as n from pool_feed group by 1, 2, 3) f
        using (category_id, adult, highlighted)
      where coalesce(c.n, 0) <> coalesce(f.n, 0)`,
  },
  {
    name: 'the words that a search looks through are those of the listed pools',
    sql: `select coalesce(s.pool_id, v.pool_id) as pool_id, s.words as found, v.words as should_be
      from pool_search s full join pool_search_of v using (pool_id)
      where (s.title, s.title_words, s.lead_words, s.words) is distinct from (v.title, v.title_words, v.lead_words, v.words)`,
  },
  {
    name: 'every word that a search can find is known',
    sql: `select w as unknown from (select distinct unnest(tsvector_to_array(words)) as w from pool_search) used
      where w !~ '^[/%_\\\\+*=<>^~|$#€£¥§°]' and not exists (select 1 from search_vocabulary v where v.word = w)`,
  },
  {
    name: 'what the feed is sorted by is what the pools say',
    sql: `(select 'missing' as fault, v.* from (select * from pool_ranks_of except select category_id, pool_id, adult, highlighted, created_at,
          heat, funded_cents, nearness, ends_at from pool_ranks) v)
      union all
      (select 'too many', r.* from (select category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at
          from pool_ranks except select * from pool_ranks_of) r)`,
  },
];
