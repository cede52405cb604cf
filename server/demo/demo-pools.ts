import { storeImage } from '#server/media/store-image.ts';
import { actOnPoolAsAdmin } from '#server/moderation/act-on-pool-as-admin.ts';
import { saveTestCard } from '#server/money/cards/save-test-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { createPool } from '#server/pools/create-pool.ts';
import { type DemoPool, joinedDaysAgo, readDemoPicture } from './demo-content.ts';
import { historyOf, type StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';
import { pledgeAll } from './demo-pledges.ts';
import { mapConcurrently } from './map-concurrently.ts';

/** Reports progress, such as `31 of 59 pools`. */
export type ReportProgress = (progress: string) => void;

const dayMs = 24 * 60 * 60_000;
const maxConcurrent = 4;

/** Creates all pools with their pictures and pledges. No creator has answered yet. */
export async function stageDemoPools(
  context: MoneyContext,
  people: DemoPeople,
  demos: readonly DemoPool[],
  report: ReportProgress,
): Promise<StagedPool[]> {
  let opened = 0;
  const staged = await mapConcurrently(demos, maxConcurrent, async (demo, place) => {
    const pool = await openDemoPool(context, people, { demo, place });
    opened += 1;
    if (opened % 10 === 0 || opened === demos.length) report(`${opened} of ${demos.length} pools`);
    return pool;
  });
  const pledge = (pools: StagedPool[]) =>
    mapConcurrently(pools, maxConcurrent, (pool) => pledgeAll(context, people, { pool, place: staged.indexOf(pool) }));
  // Mara makes these pledges with the failing card and all later ones with the good card.
  await pledge(staged.filter(({ demo }) => demo.end === 'payment_due'));
  await saveTestCard(context, people.fan.userId, 'pays');
  await pledge(staged.filter(({ demo }) => demo.end !== 'payment_due'));
  return staged;
}

/** Selects a person who registered before the pool was created. Mara, the demo account "Fan", owns every seventh pool. */
function chooseOwner({ fan, fans }: DemoPeople, demo: DemoPool, place: number): Actor {
  if (place % 7 === 0) return fan;
  const { created } = historyOf(demo);
  const from = (place * 3) % fans.length;
  const inOrder = [...fans.slice(from), ...fans.slice(0, from)];
  return inOrder.find(({ username }) => joinedDaysAgo(username) > created + 0.5) ?? fan;
}

async function openDemoPool(
  context: MoneyContext,
  people: DemoPeople,
  { demo, place }: { demo: DemoPool; place: number },
): Promise<StagedPool> {
  const owner = chooseOwner(people, demo, place);
  const data = await readDemoPicture('pools', demo.picture);
  const image = await storeImage(context, { ownerId: owner.userId, data });
  const { id } = await createPool(context, owner, {
    title: demo.title,
    description: demo.description,
    fundingGoal: demo.goal * 100,
    categories: [demo.category],
    deadline: new Date(Date.now() + Math.max(demo.daysLeft, 2) * dayMs - 3_600_000).toISOString(),
    creatorProfileId: demo.creator ? (people.profiles.get(demo.creator) ?? null) : null,
    imageIds: [image.id],
  });
  if (demo.category === 'NSFW' && demo.end !== 'in_review') {
    await actOnPoolAsAdmin(context, people.admin, '', { poolId: id, action: 'open' });
  }
  return { demo, id, owner, history: historyOf(demo) };
}
