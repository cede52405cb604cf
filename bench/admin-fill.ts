import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';

const words =
  'spam scam rude copied stolen doubtful late empty broken hidden wrong fake repeated angry abusive unclear';

/** The cookie of the admin, whose session has this token. */
export const adminToken = 'a'.repeat(43);

/**
 * Fills an empty database with that many people and audit rows. A hundredth of the people are creators, a fiftieth are verified, a
 * fifth have an unconfirmed email, a thousandth are suspended, and every fiftieth has paid money that is held in one of 1,000 pools. The
 * audit rows are chained as the trigger would chain them.
 */
export async function fillAdmin(databaseUrl: string, rows: number): Promise<void> {
  const { sql, close } = openDatabase(databaseUrl, { log: createLogger('error'), max: 1 });
  await sql.unsafe('set statement_timeout = 0');
  await sql.unsafe(`
    set session_replication_role = replica;
    set maintenance_work_mem = '1GB';
    create temporary table rebuilt as
      select indexname, indexdef from pg_indexes
      where tablename in ('audit_log', 'pledges', 'pools', 'users') and schemaname = 'public'
        and indexname not in (select conname from pg_constraint);
    do $$ declare i record; begin for i in select * from rebuilt loop execute 'drop index ' || i.indexname; end loop; end $$;
    insert into categories (name, icon, adult) values ('Music', '🎵', false);
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
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, status, category_ids)
      select p.id, 'Pool ' || p.k, 'pool-' || p.k, 'pool-' || p.k, md5(p.k::text), 'A song', 100000, now() + interval '30 days',
        case when p.k % 3 = 0 then 'in_production' else 'completed' end, '{1}'
      from people p where p.k <= 3000;
    create temporary table numbered_pools as select row_number() over (order by id) - 1 as k, id from pools;
    insert into pledges (pool_id, fan_id, amount_cents, status, request_key, request_cents, paid_at)
      select w.id, p.id, 1000, 'paid', 'key' || p.k, 1000, now()
      from people p join numbered_pools w on w.k = p.k / 17 % 3000 where p.k % 17 = 0;
    do $$ declare r record; last bytea := ''; begin
      for r in
        select n, case when n % 200 = 0 then 'refused' else 'done' end as status, a.id as actor_id,
          (array['user.suspended', 'user.verified', 'pool.freeze', 'report.upheld', 'pool.highlight'])[1 + n % 5] as action,
          case when n % 5 < 2 then 'user' else 'pool' end as target_kind,
          case when n % 5 < 2 then t.id::text else w.id::text end as target_id, '{"status": "open"}'::jsonb as before,
          '{"status": "frozen"}'::jsonb as after, (string_to_array('${words}', ' '))[1 + n % 16] || ' case ' || md5(n::text) as reason,
          '203.0.113.' || n % 256 as ip, now() - (${rows} - n) * interval '1 minute' as at
        from generate_series(1, ${rows}::bigint) n join people a on a.k = 1 + n % 20
          join people t on t.k = 21 + (n * 7919) % (${rows} - 20) join numbered_pools w on w.k = n % 3000
        order by n
      loop
        last := audit_row_hash(last, r.n, r.status, r.actor_id, r.action, r.target_kind, r.target_id, r.before, r.after, r.reason, r.ip, r.at);
        insert into audit_log (seq, status, actor_id, action, target_kind, target_id, before, after, reason, ip, at, hash)
          values (r.n, r.status, r.actor_id, r.action, r.target_kind, r.target_id, r.before, r.after, r.reason, r.ip, r.at, last);
      end loop;
      update audit_head set seq = ${rows}, hash = last;
    end $$;
    do $$ declare i record; begin for i in select * from rebuilt loop execute i.indexdef; end loop; end $$;
    set session_replication_role = origin;`);
  await sql.unsafe('vacuum analyze');
  await sql.unsafe('checkpoint');
  await close();
}
