import type { TransferState } from '#server/money/card-processor.ts';
import { postJournal } from '#server/money/ledger.ts';
import { countMismatch } from '#server/money/problems/report-problem.ts';
import { matchMovement } from '#server/money/unmatched/match-movement.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { Platform } from '#server/platform/platform.ts';
import { finishPayout } from './finish-payout.ts';
import { markPartFailed, markPartInTransit, markPartPaid, type PayoutPart } from './payout-parts.sql.ts';
import { lockPayout } from './payouts.sql.ts';

/** Applies a state of the processor to a part of a payout; `paid` and `failed` are final for its idempotency key. */
export async function settlePayoutPart(context: Platform, part: PayoutPart, state: TransferState): Promise<void> {
  if (state.reference !== part.idempotencyKey || state.amountCents !== part.amountCents) {
    countMismatch(context);
    context.log.error(
      { partId: part.id, reference: state.reference, amountCents: state.amountCents },
      "ignored a state of the card processor: reference or amount are not this payout's",
    );
    return;
  }
  if (state.status === 'failed') return failPayoutPart(context, part, state.reason);
  await withSubjectLocks(context, part.subject, async (tx) => {
    await lockPayout(tx, part.payoutId);
    if (state.status === 'under_way') {
      if (await markPartInTransit(tx, part.id, part.idempotencyKey, state.ref))
        await finishPayout(context, tx, part.payoutId);
      return;
    }
    if (!(await markPartPaid(tx, part.id, part.idempotencyKey, state.ref))) return;
    await matchMovement(tx, part.idempotencyKey);
    await postJournal(tx, {
      kind: 'payout_settled',
      cause: `${part.idempotencyKey}:settled`,
      entries: [
        { account: 'payout_in_transit', amountCents: part.amountCents },
        { account: 'clearing', amountCents: -part.amountCents },
      ],
    });
    await finishPayout(context, tx, part.payoutId);
  });
}

/** Ends a part that did not arrive and credits its amount to the creator again. The other parts of the payout go on. */
export async function failPayoutPart(context: Platform, part: PayoutPart, reason: string): Promise<void> {
  await withSubjectLocks(context, part.subject, async (tx) => {
    await lockPayout(tx, part.payoutId);
    if (!(await markPartFailed(tx, part.id, part.idempotencyKey, reason))) return;
    await postJournal(tx, {
      kind: 'payout_failed',
      cause: `${part.idempotencyKey}:failed`,
      entries: [
        { account: 'payout_in_transit', amountCents: part.amountCents },
        { account: `creator_payable:${part.userId}`, amountCents: -part.amountCents },
      ],
    });
    context.log.error(
      { payoutId: part.payoutId, partId: part.id, reason },
      'a payout failed; the creator is owed its amount again',
    );
    await finishPayout(context, tx, part.payoutId);
  });
}
