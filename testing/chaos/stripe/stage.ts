import { listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import { acceptPool, type Pool } from '#contract/pools/pools.ts';
import type { CreatorMember } from '#testing/journeys/http-site.ts';
import { stripeCards } from '#testing/stripe-stand-in/set-up.ts';
import type { TargetCall } from './faults.ts';
import type { Run, RunPledge } from './run.ts';
import { referenceOf } from './stripe-books.ts';

/** A money journey that people play in one run, and the calls to Stripe that it makes. */
export interface Scenario {
  name: string;
  calls: readonly TargetCall[];
  play: (run: Run) => Promise<void>;
}

export interface Stage {
  creator: CreatorMember;
  pool: Pool;
  pledges: RunPledge[];
}

export const { pays, declinedLater, declinedOnPage, asksAlways } = stripeCards;

/** Fans with these cards pledge; together they meet the goal. */
export async function pledged(run: Run, cards: readonly string[], creator?: CreatorMember): Promise<Stage> {
  const maker = creator ?? (await run.creator());
  const amounts = cards.map(() => run.random.between(10_00, 40_00));
  const pool = await run.pool(maker, { fundingGoal: amounts.reduce((sum, cents) => sum + cents, 0) });
  const pledges: RunPledge[] = [];
  for (const [index, card] of cards.entries()) {
    pledges.push(await run.pledge(await run.fan(), pool, amounts[index] ?? 0, card));
  }
  return { creator: maker, pool, pledges };
}

export async function accept(run: Run, { creator, pool }: Stage, floorCents = 10_00): Promise<void> {
  await run.call(creator, acceptPool, { params: { id: pool.id }, body: { deliveryDays: 7, floorCents } });
}

/** A pool in production whose fans have all paid. */
export async function produced(run: Run, fans = run.random.between(1, 2), creator?: CreatorMember): Promise<Stage> {
  const stage = await pledged(run, Array<string>(fans).fill(pays), creator);
  await accept(run, stage);
  for (const pledge of stage.pledges) await run.pledgeIs(pledge, 'paid');
  await run.poolIs(stage.pool, 'in_production');
  return stage;
}

/** The creator delivers and an admin approves. */
export async function deliver(run: Run, { creator, pool }: Stage): Promise<void> {
  await run.site.deliver(creator, pool);
  await run.site.review(pool);
  await run.poolIs(pool, 'delivered');
}

/** The quiet period ends without an objection. */
export async function complete(run: Run, stage: Stage): Promise<void> {
  await deliver(run, stage);
  await run.site.letTimePass(stage.pool);
  await run.poolIs(stage.pool, 'completed');
}

export async function payoutIs(run: Run, { creator, pool }: Stage, status: string): Promise<string> {
  const payouts = await run.until(
    `the payout is ${status}`,
    async () => (await creator.client.call(listCreatorPayouts)).payouts.filter(({ poolId }) => poolId === pool.id),
    (payouts) => payouts.length > 0 && payouts.every((payout) => payout.status === status),
  );
  return payouts[0]?.id ?? '';
}

export async function allAre(run: Run, { pledges }: Stage, ...statuses: Parameters<Run['pledgeIs']>[1][]) {
  for (const pledge of pledges) await run.pledgeIs(pledge, ...statuses);
}

/** The successful charge of a pledge at the stand-in. */
export async function chargeOf(run: Run, pledge: RunPledge | undefined): Promise<string> {
  const rows = await run.site.sql<{ reference: string }[]>`
    select idempotency_key as reference from payments where subject = ${`pledge:${pledge?.id}`} and status = 'succeeded'`;
  const charges = await run.world.stripe((stripe) => stripe.table('charges', run.marks.charges));
  const charge = charges.find((one) => one.status === 'succeeded' && referenceOf(one) === rows[0]?.reference);
  if (!charge) throw new Error(`the pledge ${pledge?.id} has no charge`);
  return charge.id;
}

/** Changes what the fan's saved card does when it is charged. */
export async function cardBehaves(run: Run, pledge: RunPledge | undefined, behavior: string): Promise<void> {
  const [row] = await run.site.sql<{ cardRef: string }[]>`
    select card_ref from cards where user_id = ${pledge?.fan.id ?? ''} order by created_at desc limit 1`;
  await run.world.stripe((stripe) => stripe.control('card', { card: row?.cardRef ?? '', behavior }));
}
