import { expect, test } from 'vitest';
import { readMigrations } from '#server/platform/postgres/migrate.ts';
import { touchedTables } from './touched-tables.ts';

test('names the targets of all statements, without comments and functions', () => {
  const text = `
    -- alter table comments add column x text;
    alter table only public.pledges
      add column y text references pools on delete set null;
    create unique index if not exists payouts_ref on payouts (ref);
    create function f() returns trigger language plpgsql as $$ begin update users set z = 1; end $$;
    create constraint trigger t after insert or update on payments for each row execute function f();
    update uploads u set a = 1 from content_files;`;
  expect(touchedTables(text)).toEqual(['payments', 'payouts', 'public.pledges', 'uploads']);
});

test('reads every migration of this version', async () => {
  const migrations = await readMigrations();
  const of = (start: string) => touchedTables(migrations.find(({ name }) => name.startsWith(start))?.text ?? '');
  expect(of('0054')).toEqual(expect.arrayContaining(['payout_accounts', 'payout_parts', 'payouts']));
  expect(of('0103')).toEqual(['content_files']);
});
