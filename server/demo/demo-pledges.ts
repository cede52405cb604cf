import { randomUUID } from 'node:crypto';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { pledgeToPool } from '#server/pledges/pledge-to-pool.ts';
import { demoFans, joinedDaysAgo } from './demo-content.ts';
import type { StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

const usernamesWithBadCards = new Set(demoFans.filter(({ card }) => card).map(({ username }) => username));
const heavyBackers = new Set(demoFans.filter(({ isHeavyBacker }) => isHeavyBacker).map(({ username }) => username));
const onlyBacks = new Map(demoFans.flatMap((fan) => (fan.onlyBacks ? [[fan.username, fan.onlyBacks] as const] : [])));
/** Pools that show what happens when a card is declined. */
const endsWithBadCards = ['payment_due', 'shortfall'];

/** Makes pledges of varied whole dollars that add up to the pool's pledged percentage. */
export async function pledgeAll(
  context: MoneyContext,
  people: DemoPeople,
  { pool, place }: { pool: StagedPool; place: number },
): Promise<void> {
  const { demo, id: poolId } = pool;
  const backers = chooseBackers(people, pool, place);
  const amounts = amountsOf(Math.round((demo.goal * demo.percent) / 100), backers.length, place);
  await Promise.all(
    backers.map((fan, index) =>
      pledgeToPool(context, fan, {
        poolId,
        amountCents: (amounts[index] ?? 3) * 100,
        requestKey: randomUUID(),
        anonymous: (index + place) % 8 === 5,
        useSavedCard: true,
        seesAdult: true,
      }),
    ),
  );
}

/**
 * Chooses the pool's fans. Each registered before the pool stopped taking pledges. Mara, the demo account "Fan", backs every third pool and
 * all pools of the demo creator. The heavy backers are in most pools.
 */
function chooseBackers({ fan, fans }: DemoPeople, { demo, history }: StagedPool, place: number): Actor[] {
  const { title, creator, end, fans: count } = demo;
  const only = fans.filter(({ username }) => onlyBacks.get(username) === title);
  const present = fans.filter(
    ({ username }) => !onlyBacks.has(username) && joinedDaysAgo(username) > history.pledgesEnd + 0.3,
  );
  const isGood = ({ username }: Actor) => !usernamesWithBadCards.has(username);
  const isHeavy = ({ username }: Actor) => heavyBackers.has(username) && place % 5 !== 3;
  const payers = present.filter((one) => isGood(one) && !isHeavy(one));
  const from = (place * 7) % Math.max(1, payers.length);
  const rotated = [...payers.slice(from), ...payers.slice(0, from)];
  const fansWithBadCards = endsWithBadCards.includes(end) ? fans.filter((one) => !isGood(one)) : [];
  const hasMara = end !== 'shortfall' && (end === 'payment_due' || creator === 'demo_creator' || place % 3 === 1);
  return [...(hasMara ? [fan] : []), ...only, ...fansWithBadCards, ...present.filter(isHeavy), ...rotated].slice(
    0,
    count,
  );
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
