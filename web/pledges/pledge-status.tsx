import type { ReactNode } from 'react';
import { sentences, type Text, t, textOf } from '#contract/language/text.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { FanMark } from '#web/ui/brand.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PledgeMark } from './payment-mark.tsx';
import { cardText } from './pledge-facts.ts';
import { cardExpiryText, isUnpaidLate, lateCharge, whereMoneyIs, whyPaymentDue, whyReleased } from './pledge-texts.ts';
import { ReplaceCard } from './replace-card.tsx';
import { RetryCardSetup } from './retry-card-setup.tsx';

interface Standing {
  title: Text;
  text: Text;
}

/** "$10 was refunded to your card on Nov 20, 2026." Not "to your card" if a part was paid in another way. */
function wasRefunded({ refundedAt, refundedOutside }: PledgeView, amount: string): Text {
  if (!refundedAt)
    return refundedOutside ? t`${{ amount }} was refunded.` : t`${{ amount }} was refunded to your card.`;
  const date = fullDate(refundedAt);
  return refundedOutside
    ? t`${{ amount }} was refunded on ${{ date }}.`
    : t`${{ amount }} was refunded to your card on ${{ date }}.`;
}

/** "$10 is pledged with Visa ending 4242." */
export const isPledged = ({ amountCents, card }: PledgeView): Text => {
  const amount = formatMoney(amountCents);
  return card ? t`${{ amount }} is pledged with ${{ card: cardText(card) }}.` : t`${{ amount }} is pledged.`;
};

/** The status of a pledge as text, for the payment pages. */
const standings: Record<PledgeStatus, (pledge: PledgeView, amount: string) => Standing> = {
  setup_pending: (pledge, amount) => {
    const why = pledge.declineReason ? whyPaymentDue(pledge) : '';
    return isUnpaidLate(pledge)
      ? {
          title: t`Your pledge is not paid yet`,
          text: sentences(why, t`Your ${{ amount }} pledge is not paid.`, textOf(lateCharge)),
        }
      : {
          title: t`Your card is not saved yet`,
          text: sentences(why, t`Your ${{ amount }} pledge counts as soon as a card is saved. Nothing was charged.`),
        };
  },
  pledged: (pledge) => ({
    title: pledge.cardExpiresOn ? t`Replace your card` : t`Your pledge is in`,
    text: sentences(
      cardExpiryText(pledge),
      isPledged(pledge),
      t`Nothing is charged today. Your card is charged only if the goal is met and the creator accepts.`,
    ),
  }),
  charging: (_pledge, amount) => ({
    title: t`Your card is being charged`,
    text: t`We are charging ${{ amount }}. You’ll see the result here and get an email.`,
  }),
  notified: (_pledge, amount) => ({ title: t`Payment required`, text: t`${{ amount }} is due.` }),
  paid: (pledge, amount) => ({
    title: t({ message: 'Paid', context: 'title: the pledge is paid' }),
    text:
      pledge.poolCompleted || pledge.objectUntil
        ? // An admin may have removed a completed pool, whose page then shows no delivery.
          sentences(
            t`${{ amount }} is paid.`,
            whereMoneyIs(pledge),
            pledge.objectUntil && t`The delivery is on the pool’s page.`,
          )
        : t`${{ amount }} is paid and held for this pool. You get access as soon as it’s delivered. If it isn’t delivered, you’re refunded in full.`,
  }),
  withdrawn: (_pledge, amount) => ({
    title: t`You withdrew this pledge`,
    text: t`Nothing is due. The ${{ amount }} was never charged.`,
  }),
  released: (pledge, amount) => ({
    title: t`This pledge was released`,
    text: sentences(whyReleased(pledge), t`Nothing is due. The ${{ amount }} was never charged.`),
  }),
  dropped: (_pledge, amount) => ({
    title: t`This pledge was dropped`,
    text: t`The ${{ amount }} was not paid in time. Nothing was charged, and nothing is due.`,
  }),
  refund_pending: ({ amountCents, refundedCents }) => ({
    title: t`Your refund is on its way`,
    text: t`${{ amount: formatMoney(amountCents - refundedCents) }} is being refunded to the card you paid with. Banks take a few days to show it.`,
  }),
  refunded: (pledge, amount) => ({
    title: t`You were refunded`,
    text: sentences(wasRefunded(pledge, amount), t`Nothing is due.`),
  }),
  disputed: (_pledge, amount) => ({
    title: t`Your bank is reviewing this charge`,
    text: t`You disputed the ${{ amount }} charge with your bank. Nothing is due.`,
  }),
  dispute_lost: (_pledge, amount) => ({
    title: t`Your bank reversed the charge`,
    text: t`Your bank returned the ${{ amount }} to you. Nothing is due.`,
  }),
};

export const pledgeStatusView = (pledge: PledgeView) =>
  standings[pledge.status](pledge, formatMoney(pledge.amountCents));

/** A message in the middle of a page. It keeps its height while loading, so that nothing below it shifts. */
export function PaymentMessage({
  mark = <FanMark />,
  title,
  children,
  actions,
  live,
  tall,
}: {
  /** The sign above the title: the fan for success. */
  mark?: ReactNode;
  title: Text;
  children: ReactNode;
  actions?: ReactNode;
  /** Screen readers announce changes. */
  live?: boolean;
  /** As tall as the window, because a taller result will replace it, and the footer must not move on the screen. */
  tall?: boolean;
}) {
  return (
    <div className={tall ? 'face face-page min-h-dvh!' : 'face face-page'} role={live ? 'status' : undefined}>
      {mark}
      <h1>{title}</h1>
      <div className="mt-1 flex max-w-text flex-col gap-3 text-lg">{children}</div>
      {actions ? <div className="face-actions">{actions}</div> : null}
    </div>
  );
}

function Line({ label, children }: { label: Text; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-8 border-t border-line py-2.5 first:border-0">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold text-ink tabular-nums">{children}</dd>
    </div>
  );
}

/** Once paid, the pledge's card is not named: the fan may have paid with another one on the hosted page. */
const promisedWith = ({ status, card }: PledgeView) => (status === 'pledged' || status === 'notified' ? card : null);

/** The main facts of a pledge as a small receipt. */
export function PledgeReceipt({ pledge }: { pledge: PledgeView }) {
  const card = promisedWith(pledge);
  return (
    <dl className="card w-full min-w-[min(--spacing(85),100%)] px-5 py-2 text-start text-base">
      <Line label={t`Pool`}>
        <bdi>{pledge.poolTitle}</bdi>
      </Line>
      <Line label={t`Amount`}>{formatMoneyExact(pledge.amountCents)}</Line>
      {card ? <Line label={t`Card`}>{cardText(card)}</Line> : null}
      {pledge.paidAt ? (
        <Line label={t({ message: 'Paid', context: 'label of a date' })}>{fullDate(pledge.paidAt)}</Line>
      ) : (
        <Line label={t({ message: 'Pledged', context: 'label of a date' })}>{fullDate(pledge.createdAt)}</Line>
      )}
      {pledge.refundedAt ? (
        <Line label={t({ message: 'Refunded', context: 'label of a date' })}>{fullDate(pledge.refundedAt)}</Line>
      ) : null}
    </dl>
  );
}

function PledgeStatusActions({ pledge }: { pledge: PledgeView }) {
  if (pledge.can.setUp) {
    const action = isUnpaidLate(pledge) ? t`Pay ${{ amount: formatMoney(pledge.amountCents) }} now` : t`Enter a card`;
    return <RetryCardSetup pledge={pledge} action={action} />;
  }
  const early = pledge.cardExpiresOn !== null;
  return (
    <>
      {pledge.can.replaceCard ? <ReplaceCard pledge={pledge} variant={early ? 'primary' : 'quiet'} /> : null}
      <LinkButton to={pledge.poolPath} variant={early ? 'quiet' : 'primary'}>{t`View pool`}</LinkButton>
    </>
  );
}

/** The status of a pledge that has no payment due, with a link to its pool. */
export function PledgeStatusMessage({ pledge }: { pledge: PledgeView }) {
  const { title, text } = pledgeStatusView(pledge);
  return (
    <PaymentMessage
      mark={<PledgeMark pledge={pledge} />}
      title={title}
      live
      actions={<PledgeStatusActions pledge={pledge} />}
    >
      {/* A card may expire between the server's rendering and the browser's. */}
      <p suppressHydrationWarning>{text}</p>
      <PledgeReceipt pledge={pledge} />
    </PaymentMessage>
  );
}
