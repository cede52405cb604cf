import { randomUUID } from 'node:crypto';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { pledgeToPool } from '#server/pledges/pledge-to-pool.ts';
import { acceptPool } from '#server/pools/accept-pool.ts';
import { actOnPool } from '#server/pools/act-on-pool.ts';
import { createPool } from '#server/pools/create-pool.ts';
import { decideContentClaim } from '#server/pools/decide-content-claim.ts';
import { declinePool } from '#server/pools/decline-pool.ts';
import { submitContent } from '#server/pools/submit-content.ts';
import { tickPoolClock } from '#server/pools/tick-pool-clock.ts';
import { letTimePass, moveIntoThePast, pendingClaim } from './demo.sql.ts';
import type { DemoEnd, DemoPool } from './demo-content.ts';
import type { DemoPeople } from './demo-people.ts';

const dayMs = 24 * 60 * 60_000;
/** How far along the way to the payout each ending stands. */
const steps: DemoEnd[] = ['accepted', 'payment_due', 'in_production', 'delivery_review', 'delivered', 'completed'];
const reaches = (end: DemoEnd, step: DemoEnd) => steps.includes(end) && steps.indexOf(end) >= steps.indexOf(step);

/** One pool with its pledges, brought to its state by the same operations that people use. */
export async function stageDemoPool(
  context: MoneyContext,
  people: DemoPeople,
  demo: DemoPool,
  index: number,
): Promise<void> {
  const owner = index % 3 === 0 ? people.fan : at(people.fans, index);
  const pool = await createPool(context, owner, {
    title: demo.title,
    description: demo.description,
    fundingGoal: demo.goal * 100,
    categories: [demo.category],
    deadline: new Date(Date.now() + Math.max(demo.daysLeft, 2) * dayMs - 3_600_000).toISOString(),
    creatorProfileId: demo.creator ? (people.profiles.get(demo.creator) ?? null) : null,
  });
  await pledgeAll(context, people, demo, pool.id, index);
  await bringTo(context, people, demo, pool.id);
  if (demo.highlighted) {
    await context.db.tx((tx) =>
      actOnPool(context, tx, { poolId: pool.id, action: 'highlight', reason: null, adminId: people.admin.userId }),
    );
  }
  await context.db.tx((tx) => moveIntoThePast(tx, pool.id, demo.daysAgo));
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

/** Uneven pledges of whole dollars that together make the share of the goal which the demo asks for. */
async function pledgeAll(
  context: MoneyContext,
  people: DemoPeople,
  demo: DemoPool,
  poolId: string,
  index: number,
): Promise<void> {
  // Mara, whose account is on the sign-in page, is in every second pool.
  const payers = people.fans.filter(({ username }) => username !== 'cato');
  const poor = people.fans.filter(({ username }) => username === 'cato');
  const few = demo.end === 'payment_due' ? [...poor, ...payers] : payers;
  const withMara = index % 2 === 0 || demo.end === 'payment_due';
  const circle = [...(withMara ? [people.fan] : []), ...few.slice(0, 5 + ((index * 7) % 10))];
  const total = Math.round((demo.goal * demo.percent) / 100);
  const weights = circle.map((_, place) => 3 + ((place * 5 + index * 3) % 9));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const dollars = weights.map((weight) => Math.max(3, Math.floor((total * weight) / sum)));
  dollars[0] = Math.max(3, (dollars[0] ?? 0) + total - dollars.reduce((all, part) => all + part, 0));
  await Promise.all(
    circle.map((fan, place) =>
      pledgeToPool(context, fan, {
        poolId,
        amountCents: (dollars[place] ?? 3) * 100,
        requestKey: randomUUID(),
        anonymous: place % 6 === 5,
        useSavedCard: true,
        ageVerified: true,
      }),
    ),
  );
}

async function bringTo(context: MoneyContext, people: DemoPeople, demo: DemoPool, poolId: string): Promise<void> {
  const { end } = demo;
  const creator = demo.creator ? people.creators.get(demo.creator) : undefined;
  if (end === 'expired') await passTime(context, poolId);
  if (!creator) return;
  if (end === 'declined') await declinePool(context, creator, poolId, 'I am on tour until spring, and 41 is a lot.');
  if (!reaches(end, 'accepted')) return;
  await acceptPool(context, creator, poolId, { deliveryDays: 21, floorCents: Math.round(demo.goal * 60) });
  // Charges are jobs.
  await context.jobs.drain();
  if (!reaches(end, 'delivery_review')) return;
  await submitContent(context, creator, {
    poolId,
    note: 'Here it is. Thank you for asking.',
    text: 'It took three evenings and one neighbour with a ladder. The links lead to the full version; keep them to yourselves for a while.',
    links: [`https://${creator.username.replaceAll('_', '-')}.example/for-fans`],
  });
  if (!reaches(end, 'delivered')) return;
  await approve(context, people.admin, poolId);
  if (end === 'completed') await passTime(context, poolId);
}

async function approve(context: MoneyContext, admin: Actor, poolId: string): Promise<void> {
  const id = await pendingClaim(context.db.sql, poolId);
  if (!id) throw new Error('nothing was delivered');
  await context.db.tx((tx) =>
    decideContentClaim(context, tx, { id, status: 'approved', reason: null, adminId: admin.userId }),
  );
}

async function passTime(context: MoneyContext, poolId: string): Promise<void> {
  await context.db.tx((tx) => letTimePass(tx, poolId));
  await tickPoolClock(context, poolId);
}
