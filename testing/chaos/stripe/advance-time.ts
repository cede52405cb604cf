import type { Sql } from '#server/platform/postgres/db.ts';

/** The reconciler runs once a minute. */
export const reconcileEverySeconds = 60;
/** Every unknown outcome is settled within this time. */
export const settleWithinSeconds = 120;

/**
 * Makes everything that waits or is unsettled older, so that time passes for the product without waiting. Deadlines of pools and pledges
 * stay; scenarios move those on their own.
 */
export async function advanceTime(sql: Sql, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds}::float8)`;
  // One statement each: a transaction over all of them could meet a running job in a deadlock.
  await sql`
    update pgboss.job set start_after = start_after - ${by} where (name, id) in (
      select name, id from pgboss.job where state in ('created', 'retry') for update skip locked)`;
  await sql`update card_setups set created_at = created_at - ${by} where status = 'created'`;
  // All of them, with the changes of accounts, because an invariant compares the two.
  await sql`update payments set created_at = created_at - ${by}`;
  await sql`update payout_account_changes set at = at - ${by}`;
  await sql`update refunds set created_at = created_at - ${by} where status = 'created'`;
  await sql`update payout_parts set created_at = created_at - ${by} where status in ('pending', 'in_transit')`;
  await sql`update payout_reversals set created_at = created_at - ${by} where status = 'created'`;
  await sql`update payout_accounts set created_at = created_at - ${by}, checked_at = checked_at - ${by}`;
  await sql`update disputes set evidence_at = evidence_at - ${by} where evidence_sent_at is null`;
  await sql`update webhook_inbox set received_at = received_at - ${by} where processed_at is null`;
}

/** Ends the leases of jobs whose worker is dead. Otherwise that takes 15 seconds, until its heartbeats are late. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '15 seconds' where state = 'active'`;
}

/** Lists the attempts, refunds, transfers, webhooks and money jobs that have no outcome yet. A hosted page that waits for its fan does not count. */
export async function listUnsettled(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'payment ' || status || ' ' || idempotency_key as what from payments
      where status = 'processing' or status = 'created' and kind = 'off_session'
    union all select 'refund ' || idempotency_key from refunds where status = 'created'
    union all select 'transfer ' || idempotency_key from payout_parts where status in ('pending', 'in_transit')
    union all select 'reversal ' || idempotency_key from payout_reversals where status = 'created'
    union all select 'evidence ' || processor_ref from disputes
      where evidence_at is not null and evidence_sent_at is null and status in ('needs_response', 'under_review')
    union all select 'webhook ' || type || ' ' || coalesce(error, '') from webhook_inbox where processed_at is null
    union all select 'pledge ' || status || ' ' || id from pledges where status in ('charging', 'refund_pending')
    union all select 'job ' || (data->>'kind') || ' ' || state::text from pgboss.job
      where name = 'money' and state in ('created', 'retry', 'active')`;
  return rows.map(({ what }) => what);
}
