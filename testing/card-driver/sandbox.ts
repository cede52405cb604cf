import { saveTestCard } from '#server/money/cards/save-test-card.ts';
import { webhookSecrets } from '#server/money/sandbox/read-webhook.ts';
import { sign, signatureHeader } from '#server/money/sandbox/signature.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import type { CardDriver, SentEvent } from './card-driver.ts';

// cspell:ignore behaviour (a column)

/** The sandbox keeps its books in the app's own database, so that this driver has no state. */
export const sandboxDriver: CardDriver = {
  name: 'sandbox',
  env: {},
  testNotice: 'Test mode: no real money moves',
  standIn: null,
  stripe: null,
  payoutMails: [],
  eventTypes: ['charge.succeeded', 'charge.failed', 'payout.paid', 'refund.succeeded', 'setup.completed'],
  start: () => undefined,
  settle: ({ drain }) => drain(),
  saveCard: saveTestCard,
  async changeCards({ db: { sql } }, userIds, behavior) {
    await sql`
      update sandbox.cards set behaviour = ${behavior}
      where id in (select card_ref from cards where processor = 'sandbox' and user_id = any(${[...userIds]}::uuid[]))`;
  },
  setUpPayouts: async () => undefined,
  async chargesByPledge({ db: { sql } }) {
    const rows = await sql<{ pledgeId: string; charges: number }[]>`
      select substr(p.subject, 8) as pledge_id, count(*)::int as charges
      from sandbox.charges c join payments p on p.idempotency_key = c.reference
      where c.status = 'succeeded' and p.subject like 'pledge:%' group by 1`;
    return new Map(rows.map(({ pledgeId, charges }) => [pledgeId, charges]));
  },
  async events({ db: { sql } }) {
    const rows = await sql<{ payload: SentEvent }[]>`select payload from sandbox.events order by created_at`;
    return rows.map(({ payload }) => payload);
  },
  async signer(context) {
    const [current = ''] = await webhookSecrets(context);
    return {
      path: '/api/webhooks/sandbox',
      header: signatureHeader,
      sign: (body, atS, secret = current) => sign(secret, atS, body),
    };
  },
  assertSound: async () => undefined,
  stop: async () => undefined,
};

/** Our balance at the sandbox in cents, from its own tables. */
export async function sandboxBalanceCents(sql: Sql): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select (select coalesce(sum(amount_cents - cost_cents), 0) from sandbox.charges where status = 'succeeded')::bigint
      - (select coalesce(sum(amount_cents), 0) from sandbox.refunds)::bigint
      - (select coalesce(sum(amount_cents), 0) from sandbox.payouts where status = 'paid')::bigint
      + (select coalesce(sum(amount_cents), 0) from sandbox.journal where kind like 'reversal of %')::bigint as cents`;
  return row?.cents ?? 0;
}
