import type { MoneyTrouble } from '#contract/admin/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { ChargeTrouble } from './troubles.sql.ts';

const askedEveryMinute = 'We ask the processor every minute until it says what happened.';

/** What happens next with a charge attempt. */
export function chargeStep({
  status,
  chargeKind,
  dueAt,
}: Pick<ChargeTrouble, 'status' | 'chargeKind' | 'dueAt'>): string {
  if (status === 'failed') {
    return dueAt
      ? `The fan was asked to pay by ${fullDate(dueAt)}. After that, the pledge ends without a charge.`
      : 'The fan was asked to pay.';
  }
  return chargeKind === 'hosted'
    ? 'The fan can still pay on the processor’s page, which closes after 24 hours.'
    : askedEveryMinute;
}

/** What happens next with a payout. */
export function payoutStep(status: string): string {
  return status === 'failed'
    ? 'We owe the creator this amount again. Ask them to check their payout account.'
    : askedEveryMinute;
}

/** What happens next with a refund. */
export function refundStep(status: string): string {
  return status === 'failed'
    ? 'The processor refused, and the money stays held. Refund it at the processor, or ask its support.'
    : askedEveryMinute;
}

export const stateOf = (status: string): MoneyTrouble['state'] => (status === 'failed' ? 'failed' : 'unknown');
