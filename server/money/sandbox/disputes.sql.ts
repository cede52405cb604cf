import type { DisputeState } from '#server/money/card-processor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The bank's time for evidence. */
const evidenceDays = 7;

export interface SandboxDispute {
  id: string;
  chargeId: string;
  amountCents: number;
  feeCents: number;
  reason: string;
  status: DisputeState['status'];
  dueAt: Date;
  createdAt: Date;
}

export async function insertDispute(
  tx: Tx,
  dispute: { id: string; chargeId: string; amountCents: number; feeCents: number; reason: string },
): Promise<void> {
  const { id, chargeId, amountCents, feeCents, reason } = dispute;
  await tx`
    insert into sandbox.disputes (id, charge_id, amount_cents, fee_cents, reason, due_at)
    values (${id}, ${chargeId}, ${amountCents}, ${feeCents}, ${reason}, clock_timestamp() + make_interval(days => ${evidenceDays}))`;
}

export async function findDispute(sql: Connection, id: string): Promise<SandboxDispute | undefined> {
  const [row] = await sql<SandboxDispute[]>`select * from sandbox.disputes where id = ${id}`;
  return row;
}

export async function lockDispute(tx: Tx, id: string): Promise<SandboxDispute | undefined> {
  const [row] = await tx<SandboxDispute[]>`select * from sandbox.disputes where id = ${id} for update`;
  return row;
}

export async function listDisputes(sql: Connection, since: Date): Promise<SandboxDispute[]> {
  return sql<SandboxDispute[]>`select * from sandbox.disputes where created_at >= ${since} order by created_at`;
}

export async function setStatus(tx: Tx, id: string, status: DisputeState['status']): Promise<void> {
  await tx`update sandbox.disputes set status = ${status} where id = ${id}`;
}

export async function storeEvidence(tx: Tx, id: string, evidence: Parameters<Tx['json']>[0]): Promise<void> {
  await tx`update sandbox.disputes set evidence = ${tx.json(evidence)}, status = 'under_review' where id = ${id}`;
}

/** Whether the bank holds the money of this charge or has given it to the fan. */
export async function isDisputed(sql: Connection, chargeId: string): Promise<boolean> {
  return (await sql`select 1 from sandbox.disputes where charge_id = ${chargeId} and status <> 'won'`).length > 0;
}

export async function insertWarning(tx: Tx, id: string, chargeId: string): Promise<void> {
  await tx`insert into sandbox.fraud_warnings (id, charge_id) values (${id}, ${chargeId})`;
}

/** A refund or a dispute makes a warning pointless. */
const warningColumns = (sql: Connection) => sql`
  w.id as warning_ref, w.charge_id as charge_ref,
  c.refunded_cents = 0 and not exists (select 1 from sandbox.disputes d where d.charge_id = c.id) as actionable
  from sandbox.fraud_warnings w join sandbox.charges c on c.id = w.charge_id`;

interface WarningRow {
  warningRef: string;
  chargeRef: string;
  actionable: boolean;
}

export async function findWarning(sql: Connection, id: string): Promise<WarningRow | undefined> {
  const [row] = await sql<WarningRow[]>`select ${warningColumns(sql)} where w.id = ${id}`;
  return row;
}

export async function listWarnings(sql: Connection, since: Date): Promise<WarningRow[]> {
  return sql<WarningRow[]>`select ${warningColumns(sql)} where w.created_at >= ${since} order by w.created_at`;
}
