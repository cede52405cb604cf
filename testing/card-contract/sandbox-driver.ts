import { randomUUID } from 'node:crypto';
import { webhookSecrets } from '#server/money/sandbox/read-webhook.ts';
import { sign, signatureHeader } from '#server/money/sandbox/signature.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { cards } from '#testing/money.ts';
import { startOtherProcessor } from '#testing/other-processor.ts';
import type { SandboxFault } from '#testing/sandbox-faults.ts';
import type { Driver, LostRequest, Signature, TestCard } from './driver.ts';

const numbers: Record<TestCard, string> = {
  pays: cards.pays,
  declined: cards.declined,
  insufficient: cards.noMoney,
  asks: cards.asks,
};
const faults: Record<LostRequest, SandboxFault> = { unreachable: 'unreachable', lost: 'hang_after' };
const previousSecret = 'whsec_previous';

/** The sandbox with its own database and server, so that nothing but the suite uses it. */
export async function openSandboxDriver(): Promise<Driver> {
  const { sandbox, db, settle, close } = await startOtherProcessor('sandbox');
  const { sql } = db;
  const [current = ''] = await webhookSecrets({ db });
  await sql`update installation_secrets set value = ${`${current},${previousSecret}`} where name = 'sandbox_webhook'`;
  const secretOf = { current, previous: previousSecret, other: 'whsec_other' };
  const submit = async (url: string, fields: Record<string, string>) => {
    const answer = await fetch(`${url}/complete`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    if (answer.status !== 303) throw new Error(`the hosted page answered ${answer.status}: ${await answer.text()}`);
  };
  return {
    port: sandbox,
    enterCard: (url, card) => submit(url, { cardNumber: numbers[card], expiry: '12/49', cvc: '123' }),
    answerBank: (url, authentication) => submit(url, { authentication }),
    loseNext: async (call, how) => sandbox.faults.plan(call, faults[how]),
    payoutAccount: async () => `acct_sandbox_${randomUUID()}`,
    settle,
    async balanceCents() {
      const [row] = await sql<{ cents: number }[]>`
        select (select coalesce(sum(amount_cents - cost_cents), 0) from sandbox.charges where status = 'succeeded')::bigint
          - (select coalesce(sum(amount_cents), 0) from sandbox.refunds)::bigint
          - (select coalesce(sum(amount_cents), 0) from sandbox.payouts where status = 'paid')::bigint
          + (select coalesce(sum(amount_cents), 0) from sandbox.journal where kind like 'reversal of %')::bigint as cents`;
      return row?.cents ?? 0;
    },
    async events(reference, { secret = 'current', ageS = 0 }: Signature = {}) {
      const nowS = Math.floor((await databaseNow(sql)).getTime() / 1000);
      const rows = await sql<{ payload: object }[]>`
        select payload from sandbox.events where payload -> 'data' ->> 'reference' = ${reference} order by created_at`;
      return rows.map(({ payload }) => {
        const text = JSON.stringify(payload);
        const headers = { [signatureHeader]: sign(secretOf[secret], nowS - ageS, text) };
        return { rawBody: Buffer.from(text), headers };
      });
    },
    close,
  };
}
