import type { TransferState } from '#server/money/card-processor.ts';
import { postJournal } from '#server/money/ledger.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { Platform } from '#server/platform/platform.ts';
import { markInTransit, markPaid, markPayoutFailed, type Payout, readPayout } from './payouts.sql.ts';

/** Applies a state of the processor to a payout; `paid` and `failed` are final for its idempotency key. */
export async function settlePayout(context: Platform, payoutId: string, state: TransferState): Promise<void> {
  const payout = await readPayout(context.db.sql, payoutId);
  if (!payout) throw new Error(`payout ${payoutId} does not exist`);
  if (state.reference !== payout.idempotencyKey || state.amountCents !== payout.amountCents) {
    context.metrics
      .counter('fanfare_money_mismatches_total', 'Things the card processor and our books disagree about')
      .inc();
    context.log.error(
      { payoutId, reference: state.reference, amountCents: state.amountCents },
      "ignored a state of the card processor: reference or amount are not this payout's",
    );
    return;
  }
  if (state.status === 'under_way') return markInTransit(context.db.sql, payoutId, state.ref);
  if (state.status === 'failed') return failPayout(context, payout, state.reason);
  await withSubjectLocks(context, payout.subject, async (tx) => {
    if (!(await markPaid(tx, payoutId, state.ref))) return;
    await postJournal(tx, {
      kind: 'payout_settled',
      cause: `${payout.idempotencyKey}:settled`,
      entries: [
        { account: 'payout_in_transit', amountCents: payout.amountCents },
        { account: 'clearing', amountCents: -payout.amountCents },
      ],
    });
    await context.facts.publish(tx, 'payout.paid', aboutPayout(payout));
  });
}

/** Ends a payout that did not arrive and credits its amount to the creator again. */
export async function failPayout(context: Platform, payout: Payout, reason: string): Promise<void> {
  await withSubjectLocks(context, payout.subject, async (tx) => {
    if (!(await markPayoutFailed(tx, payout.id, reason))) return;
    await postJournal(tx, {
      kind: 'payout_failed',
      cause: `${payout.idempotencyKey}:failed`,
      entries: [
        { account: 'payout_in_transit', amountCents: payout.amountCents },
        { account: `creator_payable:${payout.userId}`, amountCents: -payout.amountCents },
      ],
    });
    context.log.error({ payoutId: payout.id, reason }, 'a payout failed; the creator is owed its amount again');
    await context.facts.publish(tx, 'payout.failed', { ...aboutPayout(payout), reason });
  });
}

function aboutPayout({ id, userId, subject, amountCents }: Payout) {
  return { payoutId: id, userId, subject, amountCents };
}
