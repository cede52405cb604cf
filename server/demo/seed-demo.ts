import { composeModules } from '#server/app.ts';
import { saveTestCard } from '#server/money/save-test-card.ts';
import type { Platform } from '#server/platform/platform.ts';
import { seedCategories } from '#server/pools/seed-categories.ts';
import { hasPeople, markEventsDelivered } from './demo.sql.ts';
import { demoPools } from './demo-content.ts';
import { inviteDemoPeople } from './demo-people.ts';
import { stageDemoPool } from './demo-pools.ts';

/**
 * Fills an empty database with people, creators and pools in every state, by the operations that people use, so that the books hold
 * together. It is an application of its own on `platform`, which nothing else may be composed on, and sends no mail. False, and
 * nothing done, where somebody is there already.
 */
export async function seedDemo(platform: Platform): Promise<boolean> {
  if (await hasPeople(platform.db.sql)) return false;
  const { context } = composeModules({ ...platform, mail: { send: async () => undefined } });
  await context.jobs.start();
  try {
    await seedCategories(context);
    const people = await inviteDemoPeople(context);
    const pools = demoPools.map((demo, index) => ({ demo, index }));
    const isDue = ({ demo }: (typeof pools)[number]) => demo.end === 'payment_due';
    for (const { demo, index } of pools.filter(isDue)) await stageDemoPool(context, people, demo, index);
    await saveTestCard(context, people.fan.userId, 'pays');
    for (const { demo, index } of pools.filter((pool) => !isDue(pool))) {
      await stageDemoPool(context, people, demo, index);
    }
    await context.jobs.drain();
    await markEventsDelivered(context.db.sql);
  } finally {
    await context.jobs.stop();
  }
  return true;
}
