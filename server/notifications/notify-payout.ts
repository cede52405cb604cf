import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { findPayout } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/** Notifies a creator that a payout was sent. */
export async function notifyPayout(context: Platform, payoutId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const payout = await findPayout(tx, payoutId);
    const creator = payout && (await findRecipient(tx, payout.userId));
    if (!payout || !creator) return;
    await notify(context, tx, creator, payoutNotice(payout), payoutId);
  });
}

export const payoutNotice = ({ id, amountCents }: { id: string; amountCents: number }): Notice => ({
  kind: 'payout_paid',
  title: 'We sent your payout',
  body: `We sent ${formatMoney(amountCents)} to your bank.`,
  href: '/dashboard',
  action: 'Open your dashboard',
  facts: [
    ['Paid out', formatMoneyExact(amountCents)],
    ['Reference', id],
  ],
});
