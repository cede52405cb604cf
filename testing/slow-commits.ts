import type { Sql } from '#server/platform/postgres/db.ts';

/**
 * Makes each commit that has changed a row take 60 ms longer, during which its locks are held and no one else sees the change, as on a
 * busy disk. PostgreSQL runs deferred triggers as part of COMMIT.
 */
export function slowDownCommits(sql: Sql): PromiseLike<unknown> {
  return sql.unsafe(`
    create function slow_commit() returns trigger language plpgsql as $$
    begin
      if current_setting('test.slowed', true) is distinct from pg_current_xact_id()::text then
        perform set_config('test.slowed', pg_current_xact_id()::text, true), pg_sleep(0.06);
      end if;
      return null;
    end $$;
    do $$
    declare target record;
    begin
      for target in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create constraint trigger slow_commit after insert or update or delete on %I '
          'deferrable initially deferred for each row execute function slow_commit()', target.tablename);
      end loop;
    end $$`);
}
