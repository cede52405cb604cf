import type { Movement } from '#server/money/card-processor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { Behavior } from './behaviors.ts';
import type { EnteredCard } from './card-input.ts';

export interface Charge {
  id: string;
  cardId: string;
  sessionId: string | null;
  amountCents: number;
  reference: string;
  status: 'created' | 'succeeded' | 'failed';
  declineCode: string | null;
  costCents: number;
  refundedCents: number;
}

export interface Card {
  id: string;
  customerId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  behavior: Behavior;
}

export async function insertCustomer(tx: Tx, id: string): Promise<void> {
  await tx`insert into sandbox.customers (id) values (${id})`;
}

// cspell:ignore behaviour (a column of an early migration)
export async function insertCard(tx: Tx, id: string, customerId: string, card: EnteredCard): Promise<void> {
  const { behavior, ...rest } = card;
  await tx`insert into sandbox.cards ${tx({ id, customerId, ...rest, behaviour: behavior })}`;
}

export async function readCard(sql: Connection, id: string): Promise<Card | undefined> {
  const [row] = await sql<Card[]>`select *, behaviour as behavior from sandbox.cards where id = ${id}`;
  return row;
}

/** Changes a card as a bank does that renews it. */
export async function renewCard(
  tx: Tx,
  id: string,
  { last4, expMonth, expYear }: Pick<Card, 'last4' | 'expMonth' | 'expYear'>,
): Promise<void> {
  await tx`
    update sandbox.cards set last4 = ${last4}, exp_month = ${expMonth}, exp_year = ${expYear} where id = ${id}`;
}

/** Whether the card belongs to this customer and is not detached. */
export async function isChargeable(sql: Connection, id: string, customerId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from sandbox.cards where id = ${id} and customer_id = ${customerId} and detached_at is null`;
  return rows.length > 0;
}

export async function detachCard(sql: Connection, id: string): Promise<void> {
  await sql`update sandbox.cards set detached_at = clock_timestamp() where id = ${id} and detached_at is null`;
}

/** Removes all cards of a customer. */
export async function detachCardsOf(sql: Connection, customerId: string): Promise<void> {
  await sql`
    update sandbox.cards set detached_at = clock_timestamp() where customer_id = ${customerId} and detached_at is null`;
}

export interface NewCharge {
  id: string;
  customerId: string;
  cardId: string;
  sessionId: string | null;
  amountCents: number;
  reference: string;
}

export async function insertCharge(tx: Tx, charge: NewCharge): Promise<void> {
  await tx`insert into sandbox.charges ${tx({ ...charge, status: 'created' })}`;
}

export async function lockCharge(tx: Tx, id: string): Promise<(Charge & { behavior: Behavior }) | undefined> {
  const [row] = await tx<(Charge & { behavior: Behavior })[]>`
    select c.*, k.behaviour as behavior from sandbox.charges c join sandbox.cards k on k.id = c.card_id where c.id = ${id} for update of c`;
  return row;
}

/** Finds a charge by id, or without an id by reference; a successful one first. */
export async function findCharge(
  sql: Connection,
  by: { id: string | null; reference: string },
): Promise<Charge | undefined> {
  const [row] = await sql<Charge[]>`
    select * from sandbox.charges
    where id = ${by.id} or (${by.id}::text is null and reference = ${by.reference})
    order by status = 'succeeded' desc, created_at desc limit 1`;
  return row;
}

export async function markChargeSucceeded(tx: Tx, id: string, costCents: number): Promise<void> {
  await tx`update sandbox.charges set status = 'succeeded', cost_cents = ${costCents} where id = ${id}`;
}

export async function markChargeFailed(tx: Tx, id: string, declineCode: string): Promise<void> {
  await tx`update sandbox.charges set status = 'failed', decline_code = ${declineCode} where id = ${id}`;
}

export async function addChargeRefunded(tx: Tx, id: string, amountCents: number): Promise<boolean> {
  const rows = await tx`
    update sandbox.charges set refunded_cents = refunded_cents + ${amountCents}
    where id = ${id} and status = 'succeeded' and refunded_cents + ${amountCents} <= amount_cents returning id`;
  return rows.length > 0;
}

export interface Transfer {
  id: string;
  amountCents: number;
  reference: string;
  status: 'in_transit' | 'paid';
}

export async function insertRefund(
  tx: Tx,
  refund: { id: string; chargeId: string; amountCents: number; reference: string },
): Promise<void> {
  await tx`insert into sandbox.refunds ${tx({ ...refund })}`;
}

export async function findRefund(sql: Connection, reference: string): Promise<Transfer | undefined> {
  const [row] = await sql<Transfer[]>`
    select id, amount_cents, reference, 'paid' as status from sandbox.refunds where reference = ${reference}`;
  return row;
}

export interface NewPayout {
  id: string;
  accountId: string;
  amountCents: number;
  reference: string;
  description: string | null;
  metadata: Record<string, string>;
}

export async function insertPayout(tx: Tx, { metadata, ...payout }: NewPayout): Promise<void> {
  await tx`insert into sandbox.payouts ${tx({ ...payout, metadata: tx.json(metadata), status: 'in_transit' })}`;
}

export async function findPayout(sql: Connection, reference: string): Promise<Transfer | undefined> {
  const [row] = await sql<Transfer[]>`
    select id, amount_cents, reference, status from sandbox.payouts where reference = ${reference}`;
  return row;
}

/** Locks a completed payout and reads how much of it was not reversed. */
export async function lockReversible(tx: Tx, id: string): Promise<number | undefined> {
  const [payout] = await tx<{ amountCents: number }[]>`
    select amount_cents from sandbox.payouts where id = ${id} and status = 'paid' for update`;
  if (!payout) return undefined;
  const [reversed] = await tx<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from sandbox.journal where kind = ${`reversal of ${id}`}`;
  return payout.amountCents - (reversed?.cents ?? 0);
}

/** A reversal is its movement: the processor takes the money back at once. */
export async function findReversal(sql: Connection, reference: string): Promise<Transfer | undefined> {
  const [row] = await sql<Transfer[]>`
    select 'trr_sandbox_' || id as id, amount_cents, reference, 'paid' as status from sandbox.journal
    where reference = ${reference} and kind like 'reversal of %'`;
  return row;
}

/** Undefined if the payout was already settled. */
export async function markPayoutPaid(tx: Tx, id: string): Promise<Transfer | undefined> {
  const [row] = await tx<Transfer[]>`
    update sandbox.payouts set status = 'paid', settled_at = clock_timestamp()
    where id = ${id} and status = 'in_transit' returning id, amount_cents, reference, status`;
  return row;
}

/** Records changes of the platform's balance at the processor. */
export async function insertMovements(
  tx: Tx,
  movements: readonly { kind: string; reference: string; amountCents: number }[],
): Promise<void> {
  await tx`insert into sandbox.journal ${tx(movements.map((movement) => ({ ...movement })))}`;
}

export async function listMovements(sql: Connection, since: Date): Promise<Movement[]> {
  return sql<Movement[]>`
    select reference, kind, amount_cents from sandbox.journal where created_at >= ${since} order by id`;
}
