import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import { composeModules } from '#server/app.ts';
import { seedCategories } from '#server/creators/categories.ts';
import { encodeAvifJob } from '#server/media/encode-avif-copies.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createHooks } from '#server/platform/hooks.ts';
import type { EnqueueOptions, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Database, Tx } from '#server/platform/postgres/db.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import { claimDemoSeed } from './claim-demo-seed.ts';
import { markEventsDelivered, spreadNotices } from './demo.sql.ts';
import { commentOnDemoPools, followDemoCreators, likeDemoPools } from './demo-activity.ts';
import { fillDemoChat } from './demo-chat.ts';
import { dropClock, markTransaction } from './demo-clock.sql.ts';
import { demoCreators, demoPools } from './demo-content.ts';
import { dateDemo } from './demo-dates.ts';
import { addDemoPeople } from './demo-people.ts';
import { type ReportProgress, stageDemoPools } from './demo-pools.ts';
import { fillDemoQueues } from './demo-queues.ts';
import { acquireDemoLock, recordFinish } from './demo-record.sql.ts';
import { setDemoTerms } from './demo-terms.ts';
import { postDemoUpdates } from './demo-updates.ts';
import { endDemoPools } from './end-demo-pools.ts';
import { skipDemoPledges } from './skip-demo-pledges.ts';

/**
 * Fills an empty database with people, creators and pools in every state. Calls the operations that people use, so that the ledger
 * balances. Does nothing and returns false if the demo is complete or other people have accounts. See `prepareDemo`.
 */
export async function seedDemo(platform: Platform, report: ReportProgress = () => undefined): Promise<boolean> {
  const fill = await prepareDemo(platform);
  await fill?.(report);
  return fill !== undefined;
}

/**
 * Decides whether to fill the demo, and empties a demo that a killed process left incomplete. Returns the function that fills it, or
 * undefined. The function composes a separate application on `platform`, which must not be used for another one. A lock keeps other
 * processes from filling the demo at the same time.
 */
export async function prepareDemo(
  platform: Platform,
): Promise<((report: ReportProgress) => Promise<void>) | undefined> {
  // The lock lasts as long as its connection.
  const session = platform.db.sql.reserve();
  try {
    await acquireDemoLock(session);
    if (!(await claimDemoSeed(platform))) {
      await session.release();
      return undefined;
    }
  } catch (error) {
    await session.release();
    throw error;
  }
  return async (report) => {
    try {
      await makeDemo(platform, report);
      await recordFinish(session);
    } finally {
      await session.release();
    }
  };
}

async function makeDemo(platform: Platform, report: ReportProgress): Promise<void> {
  const { jobs, encodeLater } = withDeferredEncoding(platform.jobs);
  const { context } = composeModules({
    ...platform,
    db: withDemoClock(platform.db),
    jobs,
    facts: skipDemoPledges(platform.facts),
    hooks: createHooks(),
    mail: skipDemoMail(platform.mail),
  });
  await jobs.start();
  try {
    await fill(context, report);
    await context.db.tx(encodeLater);
  } finally {
    await jobs.stop();
  }
}

/** Lets the journals of the demo's transactions have the time of its clock. */
function withDemoClock(db: Database): Database {
  return {
    ...db,
    get sql() {
      return db.sql;
    },
    tx: (work) =>
      db.tx(async (tx) => {
        await markTransaction(tx);
        return work(tx);
      }),
  };
}

/** Drops emails to the demo's people, who have no mailbox. Real people may use the product while the demo fills, and get theirs. */
function skipDemoMail(mail: Mail): Mail {
  return {
    ...mail,
    send: async (tx, letter) => {
      if (!letter.to.email.endsWith(demoMailDomain)) await mail.send(tx, letter);
    },
  };
}

async function fill(context: MoneyContext, report: ReportProgress): Promise<void> {
  const isOffered = ({ category }: { category: string }) => context.config.adultContent || category !== 'NSFW';
  const creators = demoCreators.filter(isOffered);
  const pools = demoPools.filter(isOffered);
  await seedCategories(context);
  const people = await addDemoPeople(context, creators);
  report(`${creators.length} creators, ${people.fans.length + 1} fans`);
  const [staged] = await Promise.all([
    stageDemoPools(context, people, pools, report),
    followDemoCreators(context, people, creators),
  ]);
  await Promise.all([endDemoPools(context, people, staged), commentOnDemoPools(context, people, staged)]);
  report('pledges, deliveries and comments');
  await Promise.all([
    likeDemoPools(context, people, staged),
    fillDemoChat(context, people, staged),
    postDemoUpdates(context, people, staged),
  ]);
  await fillDemoQueues(context, people, staged);
  await setDemoTerms(context, people);
  await context.jobs.drain();
  await context.db.tx(async (tx) => {
    await dateDemo(tx, people, staged);
    await spreadNotices(tx);
    await dropClock(tx);
  });
  await markEventsDelivered(context.db.sql);
  // Makes the demo's payments verifiable immediately instead of after midnight.
  await publishRoot(context);
}

const firstEncodingMs = 20_000;
const nextEncodingMs = 2000;

/** Delivers the sandbox's webhooks. The demo skips these jobs and marks the events as delivered: see `markEventsDelivered`. */
const deliverKind = 'sandbox.deliver';

/** Kinds of jobs that wait before they start: notices, in case the person sees the message in the meantime, and transfers of the sandbox. */
const waits = (kind: string) => kind.startsWith('notify.') || kind === 'sandbox.settle_payout';

/** Starts waiting jobs at once, so that they end at their time in the demo's history and none of them is left when the demo is complete. */
const withoutWait = ({ kind }: { kind: string }, options: EnqueueOptions | undefined): EnqueueOptions | undefined =>
  waits(kind) ? { ...options, startAfterMs: 0 } : options;

/** Postpones the slow encoding of AVIF copies until the demo is complete, one picture every two seconds. */
function withDeferredEncoding(jobs: Jobs): { jobs: Jobs; encodeLater(tx: Tx): Promise<void> } {
  const later: ((tx: Tx, startAfterMs: number) => Promise<void>)[] = [];
  const enqueue: Jobs['enqueue'] = async (tx, job, payload, options) => {
    if (job.kind === deliverKind) return;
    if (job.kind !== encodeAvifJob.kind) return jobs.enqueue(tx, job, payload, withoutWait(job, options));
    later.push((then, startAfterMs) => jobs.enqueue(then, job, payload, { startAfterMs }));
  };
  return {
    jobs: { ...jobs, enqueue },
    async encodeLater(tx) {
      for (const [place, add] of later.entries()) await add(tx, firstEncodingMs + place * nextEncodingMs);
    },
  };
}
