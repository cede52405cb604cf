import { randomUUID } from 'node:crypto';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { pledgeToPool } from '#server/pledges/pledge-to-pool.ts';
import { type DemoPool, demoFans } from './demo-content.ts';
import type { DemoPeople } from './demo-people.ts';

const usernamesWithBadCards = new Set(demoFans.filter(({ card }) => card).map(({ username }) => username));
/** Pools that show what happens when a card is declined. */
const endsWithBadCards = ['payment_due', 'shortfall'];

/** Makes pledges of varied whole dollars that add up to the pool's pledged percentage. */
export async function pledgeAll(
  context: MoneyContext,
  people: DemoPeople,
  { demo, poolId, place }: { demo: DemoPool; poolId: string; place: number },
): Promise<void> {
  const backers = chooseBackers(people, demo, place);
  const amounts = amountsOf(Math.round((demo.goal * demo.percent) / 100), backers.length, place);
  await Promise.all(
    backers.map((fan, index) =>
      pledgeToPool(context, fan, {
        poolId,
        amountCents: (amounts[index] ?? 3) * 100,
        requestKey: randomUUID(),
        anonymous: (index + place) % 8 === 5,
        useSavedCard: true,
        ageVerified: true,
      }),
    ),
  );
}

/** Selects the pool's fans. Mara, the demo account "Fan", backs every third pool and all pools of the demo creator. */
function chooseBackers({ fan, fans }: DemoPeople, demo: DemoPool, place: number): Actor[] {
  const { creator, end, fans: count } = demo;
  const payers = fans.filter(({ username }) => !usernamesWithBadCards.has(username));
  const from = (place * 7) % payers.length;
  const rotated = [...payers.slice(from), ...payers.slice(0, from)];
  const fansWithBadCards = endsWithBadCards.includes(end)
    ? fans.filter(({ username }) => usernamesWithBadCards.has(username))
    : [];
  const hasMara = end !== 'shortfall' && (end === 'payment_due' || creator === 'demo_creator' || place % 3 === 1);
  return [...(hasMara ? [fan] : []), ...fansWithBadCards, ...rotated].slice(0, count);
}

const shares = [1, 0.4, 1.8, 0.7, 0.5, 1.2, 2.6, 0.8, 0.35, 1.5];

/** Splits a sum in dollars as real fans would: mostly fives and tens, some more. The largest pledges absorb the rounding. */
function amountsOf(total: number, count: number, turn: number): number[] {
  const average = total / Math.max(1, count);
  const amounts = Array.from({ length: count }, (_, index) =>
    usual(average * (shares[(index * 3 + turn) % shares.length] ?? 1)),
  );
  let rest = total - amounts.reduce((sum, amount) => sum + amount, 0);
  for (const [index, before] of [...amounts.entries()].sort(([, one], [, other]) => other - one)) {
    const after = Math.max(3, Math.ceil(before / 2), before + rest);
    amounts[index] = after;
    rest -= after - before;
  }
  return amounts;
}

function usual(dollars: number): number {
  const step = dollars < 8 ? 1 : dollars < 60 ? 5 : 10;
  return Math.max(3, Math.round(dollars / step) * step);
}
