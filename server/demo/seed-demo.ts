import { composeModules } from '#server/app.ts';
import { seedCategories } from '#server/creators/seed-categories.ts';
import { encodeAvifJob } from '#server/media/image-jobs.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createHooks } from '#server/platform/hooks.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { beginDemo } from './begin-demo.ts';
import { markEventsDelivered, moveIntoThePast, spreadMessages, spreadNotices } from './demo.sql.ts';
import { talkInDemoRooms } from './demo-chat.ts';
import { commentOnDemoPools, followDemoCreators, likeDemoPools } from './demo-company.ts';
import { demoCreators, demoPools } from './demo-content.ts';
import { endDemoPools } from './demo-ends.ts';
import { inviteDemoPeople, portrayed } from './demo-people.ts';
import { openStudio } from './demo-pictures.ts';
import { stageDemoPools } from './demo-pools.ts';
import { fillDemoQueues } from './demo-queues.ts';
import { endTurn, recordFinish, waitForTurn } from './demo-record.sql.ts';

/**
 * Fills an empty database with people, creators and pools in every state, by the operations that people use, so that the books hold
 * together. It is an application of its own on `platform`, which nothing else may be composed on, and sends no mail. Interrupted, it
 * starts anew the next time. False, and nothing done, where it was finished before or somebody else is there already.
 */
export async function seedDemo(platform: Platform): Promise<boolean> {
  // One process at a time; the lock goes with its connection.
  const session = await platform.db.sql.reserve();
  try {
    await waitForTurn(session);
    if (!(await beginDemo(platform))) return false;
    await makeDemo(platform);
    await recordFinish(session);
    return true;
  } finally {
    await endTurn(session).catch(() => undefined);
    session.release();
  }
}

async function makeDemo(platform: Platform): Promise<void> {
  const { jobs, encodeLater } = withWhatMatters(platform.jobs);
  const { context } = composeModules({
    ...platform,
    jobs,
    hooks: createHooks(),
    mail: { send: async () => undefined },
  });
  await jobs.start();
  try {
    await fill(context);
    await context.db.tx(encodeLater);
  } finally {
    await jobs.stop();
  }
}

async function fill(context: MoneyContext): Promise<void> {
  const isOffered = ({ category }: { category: string }) => context.config.adultContent || category !== 'NSFW';
  const creators = demoCreators.filter(isOffered);
  const pools = demoPools.filter(isOffered);
  const studio = openStudio(portrayed(creators), pools);
  await seedCategories(context);
  const people = await inviteDemoPeople(context, studio, creators);
  const [staged] = await Promise.all([
    stageDemoPools(context, people, studio, pools),
    followDemoCreators(context, people, creators),
  ]);
  await Promise.all([endDemoPools(context, people, staged), commentOnDemoPools(context, people, staged)]);
  await likeDemoPools(context, people, staged);
  await talkInDemoRooms(context, people, staged);
  await fillDemoQueues(context, people, staged);
  await context.jobs.drain();
  await context.db.tx(async (tx) => {
    await moveIntoThePast(
      tx,
      staged.map(({ id, demo }) => ({ poolId: id, daysAgo: demo.daysAgo })),
    );
    await spreadMessages(tx);
    await spreadNotices(tx);
  });
  await markEventsDelivered(context.db.sql);
}

const firstEncodingMs = 20_000;
const nextEncodingMs = 2000;

/** The answers of its calls said it all: nobody waits for the card processor's messages, which are marked as delivered in the end. */
const deliverKind = 'sandbox.deliver';

/** Smaller encodings of pictures take long and nobody waits for them: they are made one by one once the server is there. */
function withWhatMatters(jobs: Jobs): { jobs: Jobs; encodeLater(tx: Tx): Promise<void> } {
  const later: ((tx: Tx, startAfterMs: number) => Promise<void>)[] = [];
  const enqueue: Jobs['enqueue'] = async (tx, job, payload, options) => {
    if (job.kind === deliverKind) return;
    if (job.kind !== encodeAvifJob.kind) return jobs.enqueue(tx, job, payload, options);
    later.push((then, startAfterMs) => jobs.enqueue(then, job, payload, { startAfterMs }));
  };
  return {
    jobs: { ...jobs, enqueue },
    async encodeLater(tx) {
      for (const [place, add] of later.entries()) await add(tx, firstEncodingMs + place * nextEncodingMs);
    },
  };
}
