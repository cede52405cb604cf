import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';

const words =
  'harbour guitar night rooftop portrait sketch kitchen river marathon cosplay armour story city winter album duet remix garden violin street comedy improv chess physics drawer radio archive ferry lantern mural tango';

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo fu ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru';

const people = 2000;

const listOf = (text: string) => `'{${text.replaceAll(' ', ',')}}'::text[]`;

/**
 * SQL for a sentence of `length` words that depends only on `n`. A tenth of the words are common; the others are built from syllables.
 * So a common word is in a tenth of all pools, and a rare word in a few hundred of a million.
 */
export const sentence = (length: number) => `(
  select string_agg(
    case when h % 10 = 0 then (${listOf(words)})[1 + h / 10 % 30]
      else (${listOf(syllables)})[1 + h / 10 % 40] || (${listOf(syllables)})[1 + h / 400 % 40]
        || (${listOf(syllables)})[1 + h / 16000 % 40] end, ' ')
  from (select hashint8(n * 41 + i) & 2147483647 as h from generate_series(1, ${length}) i) as hashed)`;

/**
 * Fills an empty database with that many pools, one picture each, a twentieth of them adult, 24 of them highlighted. Inserts in bulk
 * without triggers and then computes the read models as the triggers would. The search tables take longer than everything else.
 */
export async function fillFeed(databaseUrl: string, pools: number): Promise<void> {
  const { sql, close } = openDatabase(databaseUrl, { log: createLogger('error'), max: 1 });
  await sql.unsafe('set statement_timeout = 0');
  await sql.unsafe(`
    set session_replication_role = replica;
    set maintenance_work_mem = '1GB';
    insert into categories (name, icon, adult) values ('Music', '🎵', false), ('Gaming', '🎮', false), ('Art', '🎨', false),
      ('Comedy', '🎭', false), ('Education', '📚', false), ('Cooking', '🍳', false), ('Fitness', '💪', false), ('NSFW', '🔞', true);
    insert into users (email, username, display_name)
      select 'person' || n || '@example.org', 'person' || n, initcap('person ' || n) from generate_series(1, ${people}) n;
    insert into creator_profiles (username, full_name, display_name, category_id, owner_id, status)
      select username, display_name, display_name, 1, id, 'verified' from users;
    create temporary table owners as
      select row_number() over (order by u.id) - 1 as k, u.id as user_id, c.id as profile_id
      from users u join creator_profiles c on c.owner_id = u.id;
    create index on owners (k);
    create temporary table rebuilt as
      select indexname, indexdef from pg_indexes
      where tablename in ('pools', 'pool_feed', 'pool_ranks', 'pool_search', 'search_vocabulary') and schemaname = 'public'
        and indexname not in (select conname from pg_constraint);
    do $$ declare i record; begin for i in select * from rebuilt loop execute 'drop index ' || i.indexname; end loop; end $$;
    insert into pools (id, owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, creator_profile_id, status,
        adult, is_highlighted, category_ids, pledged_cents, fan_count, heat, created_at, updated_at)
      select gen_random_uuid(), o.user_id, ${sentence(5)}, 'pool-' || n, 'pool-' || n, md5(n::text), ${sentence(30)}, 100000 + n % 900 * 100,
        now() + interval '1 day' + n * 7919 % 7000000 * interval '1 second', c.profile_id,
        (array['open', 'open', 'open', 'open', 'open', 'goal_met', 'in_production', 'completed', 'expired', 'in_review'])[1 + n % 10],
        n % 20 = 0, n % (${pools} / 24) = 1,
        case when n % 20 = 0 then '{8}'::smallint[] when n % 3 = 0 then array[1 + n % 7, 1 + (n + 1) % 7]::smallint[]
          else array[1 + n % 7]::smallint[] end,
        n % 1000 * 100, n % 200, heat_at(at) + ln(1 + 3 * (n % 200)), at, at
      from (select n, now() - n * (interval '700 days' / ${pools}) as at from generate_series(1, ${pools}::bigint) n) p
      join owners o on o.k = n % ${people} join owners c on c.k = (n * 7) % ${people};
    insert into chat_rooms (kind, category_id) select 'category', id from categories;
    insert into chat_rooms (kind, pool_id) select 'pool', id from pools;
    insert into images (id, key, width, height, size_bytes)
      select id, replace(id::text, '-', ''), 1600, 900, 100000 from pools;
    insert into pool_images (pool_id, image_id, position, is_primary) select id, id, 0, true from pools;
    insert into pool_feed (category_id, pool_id, adult, highlighted, created_at)
      select c, p.id, p.adult, p.is_highlighted, p.created_at
      from pools p cross join unnest(array_prepend(0::smallint, p.category_ids)) as c
      where pool_is_listed(p.status);
    insert into feed_counts (category_id, adult, highlighted, n)
      select category_id, adult, highlighted, count(*) from pool_feed group by 1, 2, 3;
    update creator_profiles c set pool_count = n.pools, active_pool_count = n.active, safe_pool_count = n.safe,
        safe_active_pool_count = n.safe_active
      from (select creator_profile_id, count(*) as pools, count(*) filter (where pool_is_active(status)) as active,
          count(*) filter (where not adult) as safe, count(*) filter (where not adult and pool_is_active(status)) as safe_active
        from pools where pool_is_listed(status) group by 1) n
      where n.creator_profile_id = c.id;
    insert into pool_ranks (category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at)
      select category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at from pool_ranks_of;
    insert into pool_search (pool_id, title, title_words, lead_words, words)
      select pool_id, title, title_words, lead_words, words from pool_search_of;
    insert into search_vocabulary (word, stem)
      select w, search_stem(w) from (
        select distinct w from (select unnest(tsvector_to_array(words)) from pool_search) as given (w)
        where w not like '/%') words;
    do $$ declare i record; begin for i in select * from rebuilt loop execute i.indexdef; end loop; end $$;
    set session_replication_role = origin;`);
  await sql.unsafe('vacuum analyze');
  await sql.unsafe('checkpoint');
  await close();
}
