import { composeModules } from '#server/app.ts';
import { seedCategories } from '#server/creators/seed-categories.ts';
import { encodeAvifJob } from '#server/media/image-jobs.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createHooks } from '#server/platform/hooks.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { beginDemo } from './begin-demo.ts';
import { markEventsDelivered, moveIntoThePast, spreadMessages, spreadNotices } from './demo.sql.ts';
import { talkInDemoRooms } from './demo-chat.ts';
import { commentOnDemoPools, followDemoCreators, likeDemoPools } from './demo-company.ts';
import { demoCreators, demoMailEnd, demoPools } from './demo-content.ts';
import { endDemoPools } from './demo-ends.ts';
import { inviteDemoPeople } from './demo-people.ts';
import { stageDemoPools, type Tell } from './demo-pools.ts';
import { fillDemoQueues } from './demo-queues.ts';
import { acquireDemoLock, recordFinish, releaseDemoLock } from './demo-record.sql.ts';

/**
 * Fills an empty database with people, creators and pools in every state. It calls the operations that people use, so that the books
 * balance. Returns false, and does nothing, where the demo is complete or other people have accounts. See `prepareDemo`.
 */
export async function seedDemo(platform: Platform, tell: Tell = () => undefined): Promise<boolean> {
  const fill = await prepareDemo(platform);
  await fill?.(tell);
  return fill !== undefined;
}

/**
 * Decides whether the demo is to be filled, and empties what a killed process left of it. Returns the function that fills it, on an
 * application of its own: nothing else may be composed on `platform`. A lock keeps other processes from filling it meanwhile.
 */
export async function prepareDemo(platform: Platform): Promise<((tell: Tell) => Promise<void>) | undefined> {
  // The lock lasts as long as its connection.
  const session = await platform.db.sql.reserve();
  const end = async () => {
    await releaseDemoLock(session).catch(() => undefined);
    session.release();
  };
  try {
    await acquireDemoLock(session);
    if (!(await beginDemo(platform))) {
      await end();
      return undefined;
    }
  } catch (error) {
    await end();
    throw error;
  }
  return async (tell) => {
    try {
      await makeDemo(platform, tell);
      await recordFinish(session);
    } finally {
      await end();
    }
  };
}

async function makeDemo(platform: Platform, tell: Tell): Promise<void> {
  const { jobs, encodeLater } = withDeferredEncoding(platform.jobs);
  const { context } = composeModules({ ...platform, jobs, hooks: createHooks(), mail: mailOfOthers(platform.mail) });
  await jobs.start();
  try {
    await fill(context, tell);
    await context.db.tx(encodeLater);
  } finally {
    await jobs.stop();
  }
}

/** The demo's people have no mailbox. Everyone else may use the product while it fills, and gets their mail. */
function mailOfOthers(mail: Mail): Mail {
  return {
    send: async (tx, message) => {
      if (!message.to.endsWith(demoMailEnd)) await mail.send(tx, message);
    },
  };
}

async function fill(context: MoneyContext, tell: Tell): Promise<void> {
  const isOffered = ({ category }: { category: string }) => context.config.adultContent || category !== 'NSFW';
  const creators = demoCreators.filter(isOffered);
  const pools = demoPools.filter(isOffered);
  await seedCategories(context);
  const people = await inviteDemoPeople(context, creators);
  tell(`${creators.length} creators, ${people.fans.length + 1} fans`);
  const [staged] = await Promise.all([
    stageDemoPools(context, people, pools, tell),
    followDemoCreators(context, people, creators),
  ]);
  await Promise.all([endDemoPools(context, people, staged), commentOnDemoPools(context, people, staged)]);
  tell('pledges, deliveries and comments');
  await Promise.all([likeDemoPools(context, people, staged), talkInDemoRooms(context, people, staged)]);
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

/** Webhooks of the sandbox. They are skipped, and marked as delivered in the end: the replies of its calls told the same. */
const deliverKind = 'sandbox.deliver';

/** AVIF copies of pictures take long, so they are made one by one after the demo is complete. */
function withDeferredEncoding(jobs: Jobs): { jobs: Jobs; encodeLater(tx: Tx): Promise<void> } {
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
