import type { Question } from '#server/platform/questions.ts';

/** What is kept so that the feed can be searched and sorted says what the pools say. */
export const searchQuestions: readonly Question[] = [
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
