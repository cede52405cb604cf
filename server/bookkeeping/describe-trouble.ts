import type { MoneyTrouble } from '#contract/admin/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { ChargeTrouble } from './troubles.sql.ts';

const askedEveryMinute = 'We ask the processor every minute until it reports the outcome.';

/** The next step of a charge attempt. */
export function chargeStep({
  status,
  chargeKind,
  dueAt,
}: Pick<ChargeTrouble, 'status' | 'chargeKind' | 'dueAt'>): string {
  if (status === 'failed') {
    return dueAt
      ? `We asked the fan to pay by ${fullDate(dueAt)}. After that, the pledge is dropped without a charge.`
      : 'We asked the fan to pay.';
  }
  return chargeKind === 'hosted'
    ? 'The fan can still pay on the processor’s page, which closes after 24 hours.'
    : askedEveryMinute;
}

/** The next step of a payout. */
export function payoutStep(status: string): string {
  return status === 'failed'
    ? 'The amount is back on the creator’s balance. Ask them to check their payout account.'
    : askedEveryMinute;
}

/** The next step of a refund. */
export function refundStep(status: string): string {
  return status === 'failed'
    ? 'The processor refused, and the money stays held. Refund it in the processor’s dashboard, or contact its support.'
    : askedEveryMinute;
}

export const stateOf = (status: string): MoneyTrouble['state'] => (status === 'failed' ? 'failed' : 'unknown');
