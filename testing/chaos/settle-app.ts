import { reconcile } from '#server/money/reconcile.ts';
import type { TestApp } from '#testing/app.ts';
import { countMoving } from './history.ts';
import { advanceTime, reconcileEverySeconds } from './stripe/advance-time.ts';

const rounds = 20;

/** Lets minutes pass for the product until no pledge or charge is in a transient state. A test app runs no schedules, so this reconciles. */
export async function settleApp(app: TestApp): Promise<void> {
  const { sql } = app.context.db;
  for (let round = 0; round < rounds; round += 1) {
    await app.settle();
    if ((await countMoving(sql)) === 0) return;
    await advanceTime(sql, reconcileEverySeconds);
    await reconcile(app.context);
  }
  throw new Error(`${await countMoving(sql)} pledges or charges are still unsettled`);
}
