import type { MoneyMovement } from '#contract/admin/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { MovementRow } from './read-movements.sql.ts';

type Known = Pick<
  MovementRow,
  'kind' | 'status' | 'hosted' | 'isLast' | 'dueAt' | 'cameBack' | 'isOutside' | 'isRefundOpen'
>;
type Description = Pick<MoneyMovement, 'state' | 'result' | 'nextStep'>;

const askedEveryMinute = 'We ask the processor every minute until it reports the outcome.';
const pending = (nextStep: string): Description => ({ state: 'unknown', result: 'pending', nextStep });
const settled = (result: MoneyMovement['result']): Description => ({ state: 'settled', result, nextStep: null });

function describeCharge({ status, hosted, isLast, dueAt }: Known): Description {
  if (status === 'failed') {
    if (!isLast) return settled('declined');
    const nextStep = dueAt
      ? `We asked the fan to pay by ${fullDate(dueAt)}. After that, the pledge is dropped without a charge.`
      : 'We asked the fan to pay.';
    return { state: 'failed', result: 'declined', nextStep };
  }
  if (status !== 'created' && status !== 'processing') return settled('done');
  return pending(
    hosted ? 'The fan can still pay on the processor’s page, which closes after 24 hours.' : askedEveryMinute,
  );
}

function describeTransfer(status: string, whenFailed: string): Description {
  if (status === 'failed') return { state: 'failed', result: 'failed', nextStep: whenFailed };
  return status === 'succeeded' || status === 'paid' ? settled('done') : pending(askedEveryMinute);
}

function describeDispute({ status, dueAt }: Known): Description {
  if (status === 'won' || status === 'lost') return settled(status);
  if (status === 'under_review') return pending('The bank decides. That can take several weeks.');
  const nextStep = dueAt
    ? `Submit the evidence by ${fullDate(dueAt)}. Without it, the bank returns the money to the fan.`
    : 'Submit the evidence. Without it, the bank returns the money to the fan.';
  return { state: 'failed', result: 'pending', nextStep };
}

const isBack = 'The fan’s bank returned the money to us, so the fan doesn’t have it.';
const cameBack = (step: string): Description => ({
  state: 'failed',
  result: 'returned',
  nextStep: `${isBack} ${step} If it comes back again, agree on another way with the fan, pay them, and record that here.`,
});
const waitsForOther: Description = {
  state: 'failed',
  result: 'returned',
  nextStep: `${isBack} Another refund of this payment isn’t done yet. Wait for it, or finish it if it failed, before you act on this one.`,
};

function describeRefund(row: Known): Description {
  if (row.isOutside) return settled('outside');
  // Refused, and over: an admin can refund again, or the bank decides.
  if (row.status === 'canceled') return settled(row.cameBack ? 'returned' : 'failed');
  if (row.status === 'returned' && row.isRefundOpen) return waitsForOther;
  if (row.status === 'returned') return cameBack('Open the payment to refund it again.');
  if (row.cameBack && row.status === 'failed')
    return cameBack('Send it again if the fan says that their card works again.');
  return describeTransfer(
    row.status,
    'The processor refused, and the money stays held. Send it again, or contact its support. Don’t refund it in its dashboard, because our books wouldn’t record it. If it can’t reach the card at all, pay the fan in another way and record that here.',
  );
}

/** The outcome of a movement, its next step, and who takes it. */
export function describeMovement(row: Known): Description {
  switch (row.kind) {
    case 'charge':
      return describeCharge(row);
    case 'refund':
      return describeRefund(row);
    case 'payout':
      if (row.status === 'waiting') {
        return pending(
          'The creator’s payout account isn’t ready. We keep the money in their balance and send it once the account is ready.',
        );
      }
      if (row.status === 'held') {
        return {
          state: 'failed',
          result: 'pending',
          nextStep:
            'The creator is suspended, or an admin holds their payouts. We send it once the suspension and the hold have ended.',
        };
      }
      if (row.status === 'account_changed') {
        const until = row.dueAt ? ` until ${fullDate(row.dueAt)}` : '';
        return pending(
          `The creator’s payout account changed, so we wait${until} in case it wasn’t them. Then we send it.`,
        );
      }
      if (row.status === 'held_back') {
        return {
          state: 'failed',
          result: 'pending',
          nextStep:
            'The card processor refuses it for a reason that only the operator can solve. We send it again every minute, so nothing else has to be done after that.',
        };
      }
      return describeTransfer(
        row.status,
        'What failed is back in the creator’s balance. They can send it again; ask them to check their payout account.',
      );
    case 'dispute':
      return describeDispute(row);
  }
}

const reasons: Record<string, string> = {
  fraudulent: 'The cardholder says they didn’t make this payment.',
  duplicate: 'The cardholder says they were charged twice.',
  subscription_canceled: 'The cardholder says they had canceled.',
  product_not_received: 'The cardholder says nothing was delivered.',
  product_unacceptable: 'The cardholder says the delivery isn’t what was promised.',
  credit_not_processed: 'The cardholder says a refund is missing.',
  unrecognized: 'The cardholder doesn’t recognize this payment.',
  fraud_warning: 'The bank suspects that the cardholder didn’t make this payment.',
};

/** The bank's reason in plain words; a reason that we do not know stays as the processor names it. */
export const disputeReason = (reason: string): string =>
  reasons[reason] ?? (reason ? `Reason: ${reason.replaceAll('_', ' ')}.` : '');
