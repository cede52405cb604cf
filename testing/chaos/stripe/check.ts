import { moneyInvariants } from '#server/money/check-money.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import type { StripeWorld } from './world.ts';

/** Compares the books with the stand-in's balance to the cent, and checks every invariant of money. */
export async function checkMoney(world: StripeWorld): Promise<string[]> {
  const { site } = world;
  const [row] = await site.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'clearing'`;
  const { balance } = await world.stripe((stripe) => stripe.state());
  const { failed, mismatches } = await reconcile(site.app.context, { olderThanMs: 0 });
  const findings = await checkInvariants(site.sql, moneyInvariants);
  return [
    ...(row?.cents === balance.total ? [] : [`clearing is ${row?.cents} cents, Stripe's balance ${balance.total}`]),
    ...(failed > 0 ? [`the reconciler failed ${failed} times without a fault`] : []),
    ...mismatches.map((reference) => `the books and Stripe differ: ${reference}`),
    ...findings.flatMap(({ name, rows }) => (rows.length > 0 ? [`${name}: ${JSON.stringify(rows)}`] : [])),
  ];
}
