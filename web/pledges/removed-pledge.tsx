import { sentenceSpace, sentences, t } from '#contract/language/text.ts';
import { receiptPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { TextLink } from '#web/ui/link.tsx';
import { PledgeReceipt, pledgeStatusView } from './pledge-status.tsx';

/** The outcome of the fan's pledge to a removed pool. */
export function RemovedPledge({ pledge, keepsDelivery }: { pledge: PledgeView; keepsDelivery: boolean }) {
  const access = keepsDelivery ? t`You keep the delivery, which is below.` : t`The delivery can no longer be opened.`;
  const paid = sentences(
    t`The ${{ amount: formatMoney(pledge.amountCents) }} you paid went to the creator after the delivery and is not refunded.`,
    access,
  );
  return (
    <>
      <p>
        <b>{t`What happened to your money:`}</b>
        {sentenceSpace()}
        {pledge.status === 'paid' ? paid : pledgeStatusView(pledge).text}
      </p>
      <PledgeReceipt pledge={pledge} />
      {pledge.paidAt ? (
        <p>
          <TextLink to={receiptPath(pledge.id)}>{t`Your receipt`}</TextLink>
        </p>
      ) : null}
    </>
  );
}
