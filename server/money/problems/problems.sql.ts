import type { ProcessorAnswer } from '#server/money/card-processor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/**
 * The request that the processor refused. `account`: to create a creator's payout account. `onboarding`: to open its pages for a creator. `transfer`:
 * to pay a creator. `reversal`: to take money back from a creator after it went back to a fan. `bank`: to send
 * the balance of a creator's account to their bank. `page`: to open a page on which a fan saves a card or pays. `reconcile`: to answer a part of the reconciler.
 * `self_test`: a check of its self-test failed.
 */
export type ProblemAction =
  | 'account'
  | 'onboarding'
  | 'transfer'
  | 'reversal'
  | 'bank'
  | 'page'
  | 'reconcile'
  | 'self_test';

export interface ProblemKey {
  processor: string;
  action: ProblemAction;
  /** A country, a part of the reconciler, or a check of the self-test. Never a person. */
  about: string;
}

/** Something that the operator has to solve at the card processor. */
export interface Problem extends ProblemKey {
  id: string;
  code: string;
  message: string;
  advice: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** A problem that returns within this time is the same one, so that it is mailed once. */
const sameFor = '1 hour';

/** Stores that a problem was seen now. Returns the row, and whether it still has to be reported. */
export async function upsertProblem(
  tx: Tx,
  { processor, action, about }: ProblemKey,
  { code, text, advice = null }: Omit<ProcessorAnswer, 'advice'> & { advice?: string | null | undefined },
): Promise<{ id: string; isReported: boolean; ageMs: number }> {
  const columns = tx`id, reported_at is not null as is_reported,
    (extract(epoch from last_seen_at - first_seen_at) * 1000)::float8 as age_ms`;
  const [again] = await tx<{ id: string; isReported: boolean; ageMs: number }[]>`
    update processor_problems set last_seen_at = clock_timestamp(), resolved_at = null, message = ${text}, advice = ${advice}
    where id = (
      select id from processor_problems
      where processor = ${processor} and action = ${action} and about = ${about} and code = ${code}
        and (resolved_at is null or resolved_at > clock_timestamp() - ${sameFor}::interval)
      order by resolved_at desc nulls first limit 1 for update)
    returning ${columns}`;
  if (again) return again;
  const [made] = await tx<{ id: string; isReported: boolean; ageMs: number }[]>`
    insert into processor_problems (processor, action, about, code, message, advice)
    values (${processor}, ${action}, ${about}, ${code}, ${text}, ${advice})
    on conflict (processor, action, about, code) where resolved_at is null
    do update set last_seen_at = clock_timestamp(), message = excluded.message
    returning ${columns}`;
  if (!made) throw new Error('the problem was not stored');
  return made;
}

/** True for exactly one caller. */
export async function markReported(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    update processor_problems set reported_at = clock_timestamp() where id = ${id} and reported_at is null returning id`;
  return rows.length > 0;
}

const columnsOf = (sql: Connection) =>
  sql`id, processor, action, about, code, message, advice, first_seen_at, last_seen_at`;

export async function findProblem(sql: Connection, id: string): Promise<Problem | undefined> {
  const [row] = await sql<Problem[]>`select ${columnsOf(sql)} from processor_problems where id = ${id}`;
  return row;
}

/** The open problems at these processors, the oldest first. */
export async function listOpenProblems(sql: Connection, processors: readonly string[]): Promise<Problem[]> {
  return sql<Problem[]>`
    select ${columnsOf(sql)} from processor_problems
    where resolved_at is null and processor = any(${[...processors]}::text[]) order by first_seen_at, id`;
}

/** Ends the problems of an action, with `subjects` only those about one of them. */
export async function resolveProblems(
  sql: Connection,
  { processor, action }: Omit<ProblemKey, 'about'>,
  subjects?: readonly string[],
): Promise<void> {
  const about = subjects ? [...subjects] : null;
  await sql`
    update processor_problems set resolved_at = clock_timestamp()
    where resolved_at is null and processor = ${processor} and action = ${action}
      and (${about}::text[] is null or about = any(${about}::text[]))`;
}

/**
 * Ends the problems that no row waits for anymore, and those of pages that no person met for an hour. Problems of transfers and accounts
 * are open exactly as long as a transfer or a request for an account waits because of them. Charges without an outcome are tried again
 * every minute, so their problem is over once it was not seen for some minutes.
 */
export async function resolveSolved(sql: Connection, processor: string): Promise<void> {
  await sql`
    update processor_problems p set resolved_at = clock_timestamp()
    where resolved_at is null and processor = ${processor} and case action
      when 'transfer' then not exists (
        select from payout_parts t join payouts o on o.id = t.payout_id
        where t.problem_code = p.code and o.processor = p.processor and t.status in ('pending', 'in_transit'))
      when 'reversal' then not exists (
        select from payout_reversals r join payout_parts t on t.id = r.part_id join payouts o on o.id = t.payout_id
          join ledger_balances b on b.account = 'creator_debt:' || o.user_id
        where r.status in ('created', 'refused') and t.status = 'paid' and o.processor = p.processor and b.balance_cents > 0)
      when 'account' then not exists (
        select from payout_accounts a
        where a.problem_code = p.code and a.processor = p.processor and a.country = p.about and a.account_ref is null)
      when 'bank' then not exists (
        select from payout_accounts a where a.processor = p.processor and a.bank_blocked_at is not null)
      when 'page' then last_seen_at < clock_timestamp() - case about when 'charge' then interval '5 minutes' else interval '1 hour' end
      when 'onboarding' then last_seen_at < clock_timestamp() - interval '1 hour'
      else false end`;
}

/** The sum of the transfers that wait because of a problem, in cents. */
export async function sumHeldBack(sql: Connection, { processor, code }: Problem): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(t.amount_cents), 0)::bigint as total from payout_parts t join payouts o on o.id = t.payout_id
    where t.problem_code = ${code} and o.processor = ${processor} and t.status in ('pending', 'in_transit')`;
  return row?.total ?? 0;
}
