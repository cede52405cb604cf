import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import { listUnsettled } from './advance-time.ts';
import { checkMoney } from './check.ts';
import { everFailed } from './history.ts';
import type { Run } from './run.ts';
import { readBooks, referenceOf, type StripeBooks } from './stripe-books.ts';

/** Pledges whose fan's money is with the pool or its creator. */
const paid: readonly PledgeStatus[] = ['paid'];

/** Waits until everything is settled, and compares the product with the stand-in. Returns what is wrong. */
export async function verifyRun(run: Run): Promise<string[]> {
  const { site } = run;
  await run.until(
    'everything is settled',
    () => listUnsettled(site.sql),
    (left) => left.length === 0,
  );
  await run.observe();
  const books = await readBooks(run);
  return [
    ...twice('charged', books.charges.filter(({ status }) => status === 'succeeded').map(referenceOf)),
    ...twice('refunded', books.refunds.filter(({ status }) => status !== 'failed').map(referenceOf)),
    ...twice('transferred', books.transfers.map(referenceOf)),
    ...twice('reversed', books.reversals.map(referenceOf)),
    ...(await compareAttempts(run, books)),
    ...(await comparePledges(run, books)),
    ...(await checkMoney(run.world)),
  ];
}

function twice(what: string, references: readonly string[]): string[] {
  const again = references.filter((reference, index) => references.indexOf(reference) < index);
  return again.map((reference) => `${what} twice: ${reference}`);
}

/** Every successful charge belongs to a paid attempt that was never shown as failed. */
async function compareAttempts({ site }: Run, { charges }: StripeBooks): Promise<string[]> {
  const references = charges.filter(({ status }) => status === 'succeeded').map(referenceOf);
  const rows = await site.sql<{ reference: string; status: string }[]>`
    select idempotency_key as reference, status from payments where idempotency_key = any(${references})`;
  const statusOf = new Map(rows.map(({ reference, status }) => [reference, status]));
  const failed = await everFailed(site.sql, references);
  return references.flatMap((reference) => {
    if (failed.has(reference)) return [`shown as failed although it was charged: ${reference}`];
    const status = statusOf.get(reference);
    return status === 'succeeded' ? [] : [`charged, and the attempt is ${status ?? 'unknown'}: ${reference}`];
  });
}

/** Each pledge was charged at most once, and its fan's money is where its status says. */
async function comparePledges(run: Run, books: StripeBooks): Promise<string[]> {
  const rows = await run.site.sql<
    { id: string; status: PledgeStatus; amountCents: number; references: string[] | null }[]
  >`
    select p.id, p.status, p.amount_cents,
      (select array_agg(y.idempotency_key) from payments y where y.subject = 'pledge:' || p.id) as references
    from pledges p where p.pool_id = any(${run.poolIds})`;
  const charged = new Set(books.charges.filter(({ status }) => status === 'succeeded').map(referenceOf));
  return rows.flatMap(({ id, status, amountCents, references }) => {
    const of = references ?? [];
    const charges = of.filter((reference) => charged.has(reference)).length;
    const kept = of.reduce((sum, reference) => sum + (books.keptByReference.get(reference) ?? 0), 0);
    const faults = charges > 1 ? [`the pledge ${id} was charged ${charges} times`] : [];
    const refunded = run.pledges.find((pledge) => pledge.id === id)?.refundedCents ?? 0;
    const expected = paid.includes(status) ? amountCents - refunded : 0;
    if (kept !== expected)
      faults.push(`the pledge ${id} is ${status}, and Stripe keeps ${kept} of ${amountCents} cents`);
    if (status === 'refunded' && charges === 0) faults.push(`the pledge ${id} is refunded and was never charged`);
    return faults;
  });
}
