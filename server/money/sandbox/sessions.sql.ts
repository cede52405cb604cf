import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { EnteredCard } from './card-input.ts';

export interface Session {
  id: string;
  mode: 'setup' | 'payment';
  customerId: string;
  amountCents: number | null;
  reference: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  status: 'open' | 'complete' | 'expired';
  cardId: string | null;
  chargeId: string | null;
  declineCode: string | null;
  pendingCard: EnteredCard | null;
}

export type NewSession = Pick<
  Session,
  'id' | 'mode' | 'customerId' | 'amountCents' | 'reference' | 'description' | 'successUrl' | 'cancelUrl'
>;

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx`insert into sandbox.sessions ${tx({ ...session })}`;
}

export async function readSession(sql: Connection, id: string): Promise<Session | undefined> {
  const [row] = await sql<Session[]>`select * from sandbox.sessions where id = ${id}`;
  return row;
}

export async function findSession(
  sql: Connection,
  by: { id: string | null; reference: string; mode: Session['mode'] },
): Promise<Session | undefined> {
  const [row] = await sql<Session[]>`
    select * from sandbox.sessions
    where mode = ${by.mode} and (id = ${by.id} or (${by.id}::text is null and reference = ${by.reference}))
    order by created_at desc limit 1`;
  return row;
}

/** The decline code of the last declined card on an earlier page with the same customer and cancelUrl; null if there is none. */
export async function findLastDecline(
  sql: Connection,
  { id, customerId, cancelUrl }: Pick<Session, 'id' | 'customerId' | 'cancelUrl'>,
): Promise<string | null> {
  const [row] = await sql<{ declineCode: string }[]>`
    select b.decline_code from sandbox.sessions b join sandbox.sessions s on s.id = ${id}
    where b.customer_id = ${customerId} and b.cancel_url = ${cancelUrl} and b.created_at < s.created_at
      and b.decline_code is not null
    order by b.created_at desc limit 1`;
  return row?.declineCode ?? null;
}

export async function lockSession(tx: Tx, id: string): Promise<Session | undefined> {
  const [row] = await tx<Session[]>`select * from sandbox.sessions where id = ${id} for update`;
  return row;
}

export async function closeSession(sql: Connection, id: string): Promise<void> {
  await sql`
    update sandbox.sessions set status = 'expired', settled_at = clock_timestamp(), pending_card = null
    where id = ${id} and status = 'open'`;
}

/** Keeps the card (without its number) until the customer approves. */
export async function setPendingCard(tx: Tx, id: string, card: EnteredCard): Promise<void> {
  await tx`update sandbox.sessions set pending_card = ${tx.json({ ...card })} where id = ${id}`;
}

export async function markSession(
  tx: Tx,
  id: string,
  end: { status: 'complete' | 'expired'; cardId: string | null; chargeId: string | null; declineCode: string | null },
): Promise<void> {
  await tx`
    update sandbox.sessions set ${tx({ ...end })}, settled_at = clock_timestamp(), pending_card = null where id = ${id}`;
}
