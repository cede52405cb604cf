import { sentences, t } from '#contract/language/text.ts';
import { dashboardViewPath } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { listFormerEmails } from '#server/accounts/list-former-emails.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { mailNotice, notify } from './notify.ts';

/**
 * Warns a creator that their payout account changed. The mail also goes to the addresses that they used until lately, because a thief may
 * have changed the address first.
 */
export async function notifyAccountChange(
  context: Platform,
  { userId, processor, what, heldUntil }: FactMap['payout_account.replaced'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const creator = await findRecipient(tx, userId);
    if (!creator) return;
    const compose = () => payoutAccountChanged({ what, heldUntil: new Date(heldUntil) });
    const sent = await notify(context, tx, creator, compose, `${userId}:${processor}:${heldUntil}`);
    if (!sent) return;
    for (const [index, email] of (await listFormerEmails(tx, userId)).entries())
      await mailNotice(context, tx, { ...creator, email }, { compose, dedupeKey: `${sent.dedupeKey}:former-${index}` });
  });
}

export const payoutAccountChanged = ({ what, heldUntil }: { what: 'account' | 'bank'; heldUntil: Date }): Notice => ({
  kind: 'payout_account_changed',
  title: what === 'account' ? t`Your payouts go to a new account` : t`The bank details for your payouts changed`,
  body: sentences(
    what === 'account'
      ? t`A new payout account was started in place of your closed one.`
      : t`Other bank details were entered at the card processor.`,
    t`Your payouts wait until ${{ date: fullDate(heldUntil) }}, and then they go there.`,
    t`If this wasn’t you, choose a new password right away and write to us through the contact form.`,
  ),
  href: dashboardViewPath('earnings'),
  action: t`Open your earnings`,
});
