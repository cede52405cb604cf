import { AppError } from '#contract/app-error.ts';
import { closeSubject } from '#server/money/close-subject.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import { settleSubject } from '#server/money/look-up-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { listOpenPages, listOpenSetups, listSavedCards } from './open-pages.sql.ts';
import { subjectOf } from './pledge-jobs.ts';
import { findPoolFunding } from './pool-funding.sql.ts';
import { withSavedCard } from './setup/confirm-setup.ts';
import { storeTogether } from './store-pledge.ts';

/** Each call takes up to a second, and a pool may have thousands of pages. */
const atOnce = 4;

/**
 * A deadline of the pool has passed. Collects the payments that fans made and the cards that they saved before it, whose webhooks may be
 * late or lost, and closes the payment pages, so that no one pays for a pledge that is about to be dropped. From here on no other page can
 * open (`assertMayCharge`, `maySetUp`). Must not run inside a transaction. Throws `card_processor_unavailable` while an outcome is unknown.
 */
export async function settlePages(context: MoneyContext, poolId: string): Promise<void> {
  const { sql } = context.db;
  const pool = await findPoolFunding(sql, poolId);
  if (!pool || pool.frozen) return;
  if (pool.status === 'collecting') {
    await forEach(await listOpenPages(sql, poolId), (id) => closeSubject(context, subjectOf(id)));
  }
  if (!pool.overdue) return;
  await forEach(await listOpenSetups(sql, poolId), (id) =>
    orUnavailable(context, () => settleSubject(context, subjectOf(id))),
  );
  await storeTogether(context, (await listSavedCards(sql, poolId)).map(withSavedCard));
}

const isSilence = (error: unknown) => error instanceof AppError && error.code === 'card_processor_unavailable';

/** Works on all items, and then throws the first error. Once the processor gives no answer, it asks no more. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const run = async () => {
    for (const item of queue) {
      if (errors.some(isSilence)) return;
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  if (errors.length > 0) throw errors[0];
}
