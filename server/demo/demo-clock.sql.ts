import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Only the transactions of the demo have this setting. In all others, the trigger changes nothing. */
const setting = 'demo.is_filling';

export async function markTransaction(tx: Tx): Promise<void> {
  await tx`select set_config(${setting}, 'on', true)`;
}

/**
 * Creates the demo's clock. Entries of the ledger keep the time of their insert forever, so they need their date when they are inserted:
 * a trigger gives each journal the time of the demo's clock. `demo.past` gives all other rows the same dates afterwards.
 */
export async function createClock(tx: Tx): Promise<void> {
  await dropClock(tx);
  await tx`
    create table demo.clock (began_at timestamptz primary key default clock_timestamp(), behind interval not null)`;
  await tx`
    create function demo.past(at timestamptz) returns timestamptz language sql stable as $$
      select at - coalesce((select behind from demo.clock where began_at <= at order by began_at desc limit 1), interval '0') $$`;
  await tx.unsafe(`
    create function demo.date_journal() returns trigger language plpgsql as $$
    begin
      if current_setting('${setting}', true) = 'on' then new.created_at := demo.past(new.created_at); end if;
      return new;
    end $$`);
  await tx`
    create trigger demo_date before insert on ledger_journals for each row execute function demo.date_journal()`;
}

export async function dropClock(tx: Tx): Promise<void> {
  // Dropping locks the ledger, so a start without a trigger does not try it.
  const [trigger] = await tx`
    select 1 from pg_trigger where tgname = 'demo_date' and tgrelid = 'ledger_journals'::regclass`;
  if (trigger) await tx`drop trigger demo_date on ledger_journals`;
  await tx`drop function if exists demo.date_journal(), demo.past(timestamptz)`;
  await tx`drop table if exists demo.clock`;
}

/** Sets the demo's clock to a time in the past. What happens from now on gets dates that are as many days ago. */
export async function setClock(sql: Connection, daysAgo: number): Promise<void> {
  await sql`insert into demo.clock (behind) values (make_interval(secs => ${daysAgo * 86_400}::float8))`;
}
