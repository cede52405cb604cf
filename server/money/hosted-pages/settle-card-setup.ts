import type { SetupState } from '#server/money/card-processor.ts';
import { insertDecline } from '#server/money/card-testing/card-testing.sql.ts';
import { removeCardOfErased, storeCard } from '#server/money/cards/cards.sql.ts';
import { forgetCardJob } from '#server/money/job-kinds.ts';
import { countMismatch } from '#server/money/problems/report-problem.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { Platform } from '#server/platform/platform.ts';
import { markSetupCompleted, markSetupFailed, readSetup } from './card-setups.sql.ts';

/** Applies a state of the processor to a card set-up. Late and repeated states do not change a completed set-up. */
export async function settleCardSetup(context: Platform, setupId: string, state: SetupState): Promise<void> {
  if (state.status === 'open') return;
  const setup = await readSetup(context.db.sql, setupId);
  if (!setup) throw new Error(`card set-up ${setupId} does not exist`);
  if (state.reference !== `setup:${setupId}`) {
    countMismatch(context);
    context.log.error(
      { setupId, reference: state.reference },
      "ignored a state of the card processor: its reference is not this card set-up's",
    );
    return;
  }
  const { subject, userId, processor } = setup;
  await withSubjectLocks(context, subject, async (tx) => {
    if (state.status === 'failed') {
      const changed = await markSetupFailed(tx, setupId, state.reason);
      if (changed && state.reason !== '') {
        const reference = `setup:${setupId}`;
        await insertDecline(tx, { key: reference, reference, userId });
      }
      if (changed)
        await context.facts.publish(tx, 'card_setup.failed', { setupId, subject, userId, reason: state.reason });
      return;
    }
    const cardId = await storeCard(tx, userId, processor, state.card);
    if (!(await markSetupCompleted(tx, setupId, cardId))) return;
    // The page may stay open after its person has deleted their account.
    const erased = await removeCardOfErased(tx, cardId);
    if (erased) return context.jobs.enqueue(tx, forgetCardJob, erased);
    await context.facts.publish(tx, 'card_setup.completed', { setupId, subject, userId, cardId });
  });
}
