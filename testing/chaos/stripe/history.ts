import type { Sql } from '#server/platform/postgres/db.ts';

/** Records every status that a pledge or an attempt ever had, so that a wrong one is found even if it lasted a moment. */
export async function recordHistory(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table chaos_history (
      seq bigint generated always as identity primary key, kind text not null, id uuid not null, status text not null);
    create function record_status() returns trigger language plpgsql as $$
    begin
      insert into chaos_history (kind, id, status) values (tg_table_name, new.id, new.status);
      return null;
    end $$;
    create trigger chaos_payments after insert or update of status on payments for each row execute function record_status();
    create trigger chaos_pledges after insert or update of status on pledges for each row execute function record_status();`);
}

/** The references of attempts that were failed at some moment. */
export async function everFailed(sql: Sql, references: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ reference: string }[]>`
    select p.idempotency_key as reference from payments p
    where p.idempotency_key = any(${[...references]})
      and exists (select 1 from chaos_history h where h.kind = 'payments' and h.id = p.id and h.status = 'failed')`;
  return new Set(rows.map(({ reference }) => reference));
}
