import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { fillMoneySql, fillQueuesSql } from './admin-queues-fill.ts';
import { sentence } from './feed-fill.ts';

const words =
  'spam scam rude copied stolen doubtful late empty broken hidden wrong fake repeated angry abusive unclear';

/** The cookie of the admin, whose session has this token. */
export const adminToken = 'a'.repeat(43);

/** People, the newest first as `people (k, id)`. Two thirds of the creators have a profile, as `profiles (k, id, user_id)`. */
const fillPeopleSql = (rows: number) => `
  insert into categories (name, icon, adult) values ('Music', '🎵', false), ('Gaming', '🎮', false), ('Art', '🎨', false);
  insert into users (email, username, display_name, role, is_verified, email_verified_at, suspended_at, created_at)
    select md5(n::text) || '@mail' || n % 50 || '.example', 'person' || n, initcap(left(md5(n::text), 6)) || ' ' || initcap(substr(md5(n::text), 8, 8)),
      case when n = 1 then 'admin' when n <= 20 then 'admin' when n % 100 = 0 then 'creator' else 'user' end, n % 50 = 0,
      case when n % 5 <> 0 or n <= 20 then now() end, case when n > 20 and n % 1000 = 7 then now() end,
      now() - n * (interval '700 days' / ${rows})
    from generate_series(1, ${rows}::bigint) n;
  insert into sessions (token_hash, user_id, expires_at)
    select sha256(convert_to('${adminToken}', 'UTF8')), id, now() + interval '1 day' from users where username = 'person1';
  create temporary table people as select row_number() over (order by created_at desc) as k, id from users;
  create index on people (k);
  insert into creator_profiles (username, full_name, display_name, category_id, owner_id, status)
    select u.username, u.display_name, u.display_name, 1, u.id, 'verified' from people p join users u on u.id = p.id where p.k % 150 = 0;
  create temporary table profiles as select row_number() over (order by id) - 1 as k, id, owner_id from creator_profiles;
  create index on profiles (k);
  analyze people, profiles;`;

/**
 * Pools in every state, as `numbered_pools (k, id)`: half are open, a tenth is in production, a tenth completed. A thousandth is frozen.
 * The sums and deadlines are those that the triggers would compute.
 */
const fillPoolsSql = (rows: number) => `
  insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at, creator_profile_id,
      assigned_creator_id, status, frozen, category_ids, pledged_cents, fan_count, created_at, updated_at)
    select o.id, ${sentence(5)}, 'pool-' || n, 'pool-' || n, md5(n::text), 'A song', 100000 + n % 900 * 100, ends, ends, c.id,
      case when status in ('in_production', 'completed') then c.owner_id end, status, n % 1000 = 7, array[1 + n % 3]::smallint[],
      n % 1000 * 100, n % 200, at, at
    from (
      select n, now() - n * (interval '700 days' / ${rows}) as at,
        now() + interval '1 day' + n * 7919 % 7000000 * interval '1 second' as ends,
        (array['open', 'open', 'open', 'open', 'open', 'goal_met', 'in_production', 'completed', 'expired', 'in_review'])[1 + n % 10] as status
      from generate_series(1, ${rows}::bigint) n) p
    join people o on o.k = 1 + n * 7 % ${rows} join profiles c on c.k = n % (select count(*) from profiles);
  insert into images (id, key, width, height, size_bytes) select id, replace(id::text, '-', ''), 1600, 900, 100000 from pools;
  insert into pool_images (pool_id, image_id, position, is_primary) select id, id, 0, true from pools;
  insert into pool_ranks (category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at)
    select category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at from pool_ranks_of;
  create temporary table numbered_pools as
    select row_number() over (order by created_at desc) - 1 as k, id, status, assigned_creator_id from pools;
  create index on numbered_pools (k);
  analyze numbered_pools;`;

/** Audit rows, chained as the trigger would chain them. */
const fillAuditSql = (rows: number) => `
  do $$ declare r record; last bytea := ''; begin
    for r in
      select n, case when n % 200 = 0 then 'refused' else 'done' end as status, a.id as actor_id,
        (array['user.suspended', 'user.verified', 'pool.freeze', 'report.upheld', 'pool.highlight'])[1 + n % 5] as action,
        case when n % 5 < 2 then 'user' else 'pool' end as target_kind,
        case when n % 5 < 2 then t.id::text else w.id::text end as target_id, '{"status": "open"}'::jsonb as before,
        '{"status": "frozen"}'::jsonb as after, (string_to_array('${words}', ' '))[1 + n % 16] || ' case ' || md5(n::text) as reason,
        '203.0.113.' || n % 256 as ip, now() - (${rows} - n) * interval '1 minute' as at
      from generate_series(1, ${rows}::bigint) n join people a on a.k = 1 + n % 20
        join people t on t.k = 21 + (n * 7919) % (${rows} - 20) join numbered_pools w on w.k = n * 7919 % ${rows}
      order by n
    loop
      last := audit_row_hash(last, r.n, r.status, r.actor_id, r.action, r.target_kind, r.target_id, r.before, r.after, r.reason, r.ip, r.at);
      insert into audit_log (seq, status, actor_id, action, target_kind, target_id, before, after, reason, ip, at, hash)
        values (r.n, r.status, r.actor_id, r.action, r.target_kind, r.target_id, r.before, r.after, r.reason, r.ip, r.at, last);
    end loop;
    update audit_head set seq = ${rows}, hash = last;
  end $$;`;

/**
 * Fills an empty database with that many people, pools, pledges and audit rows, and a tenth or less of the entries of the other lists.
 * A hundredth of the people are creators, a fiftieth are verified, a fifth have an unconfirmed email, a thousandth are suspended.
 */
export async function fillAdmin(databaseUrl: string, rows: number): Promise<void> {
  const { sql, close } = openDatabase(databaseUrl, { log: createLogger('error'), max: 1 });
  await sql.unsafe('set statement_timeout = 0');
  await sql.unsafe(`
    set session_replication_role = replica;
    set maintenance_work_mem = '1GB';
    create temporary table rebuilt as
      select indexname, indexdef from pg_indexes
      where schemaname = 'public' and indexname not in (select conname from pg_constraint);
    do $$ declare i record; begin for i in select * from rebuilt loop execute 'drop index ' || i.indexname; end loop; end $$;`);
  for (const fill of [fillPeopleSql, fillPoolsSql, fillAuditSql, fillMoneySql, fillQueuesSql])
    await sql.unsafe(fill(rows));
  await sql.unsafe(`
    do $$ declare i record; begin for i in select * from rebuilt loop execute i.indexdef; end loop; end $$;
    set session_replication_role = origin;`);
  await sql.unsafe('vacuum analyze');
  await sql.unsafe('checkpoint');
  await close();
}
