import { Clock, CreditCard, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { paymentPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { forTime } from '#contract/values/time-phrases.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PaymentMark } from './payment-mark.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { howToSolve, isUnpaidLate, lateCharge, whyNotPayable, whyPaymentDue } from './pledge-texts.ts';
import { RetryCardSetup } from './retry-card-setup.tsx';

function Fact({ icon, title, children }: { icon: ReactNode; title: Text; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[--spacing(6)_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      <span className="text-accent-text *:size-6">{icon}</span>
      <b className="font-display text-lg leading-6 font-bold">{title}</b>
      <p className="col-[2] text-muted">{children}</p>
    </li>
  );
}

interface FailedProps {
  pledge: PledgeView;
  pool: ReactNode;
}

type NotSavedProps = FailedProps & { setupWindowMs: number | undefined };

const howToContinue = (declined: boolean): Text =>
  declined ? t`Try again with this card or another one.` : t`You can pick up where you left off.`;

/** A late pledge was not paid: the processor declined the card, or the fan left the payment page. */
function LateNotPaid({ pledge, pool, setupWindowMs }: NotSavedProps) {
  const amount = formatMoney(pledge.amountCents);
  const declined = pledge.declineReason !== null;
  return (
    <PaymentPanel
      mark={<PaymentMark outcome={declined ? 'declined' : 'unpaid'} />}
      title={declined ? t`The payment did not go through` : t`You haven’t paid yet`}
      text={
        <p>
          {sentences(
            declined ? whyPaymentDue(pledge) : t`You left the payment page before you paid.`,
            declined ? howToSolve(pledge) : '',
            t`Nothing was charged.`,
            pledge.can.setUp ? howToContinue(declined) : t`You can’t pay now.`,
          )}
        </p>
      }
      actions={pledge.can.setUp ? <RetryCardSetup pledge={pledge} action={t`Pay ${{ amount }} now`} /> : null}
      aside={pool}
    >
      <ul className="grid gap-4" aria-label={t`Where your pledge stands`}>
        <Fact icon={<CreditCard aria-hidden="true" />} title={t`Your ${{ amount }} pledge is not paid yet`}>
          {textOf(lateCharge)}
        </Fact>
        <Fact icon={<Clock aria-hidden="true" />} title={t`There’s no rush`}>
          {setupWindowMs
            ? t`We keep the pledge ${{ forSomeDays: forTime(setupWindowMs) }}, as long as the pool takes late pledges. If you don’t pay, it then ends, and nothing is charged.`
            : t`We keep the pledge for a while, as long as the pool takes late pledges. If you don’t pay, it then ends, and nothing is charged.`}
        </Fact>
      </ul>
    </PaymentPanel>
  );
}

/** No card was saved, or a late pledge was not paid: the processor declined the card, or the fan left the hosted page. */
export function CardNotSaved(props: NotSavedProps) {
  if (isUnpaidLate(props.pledge)) return <LateNotPaid {...props} />;
  const { pledge, pool, setupWindowMs } = props;
  const amount = formatMoney(pledge.amountCents);
  const declined = pledge.declineReason !== null;
  return (
    <PaymentPanel
      mark={<PaymentMark outcome={declined ? 'declined' : 'unpaid'} />}
      title={declined ? t`Your card was not saved` : t`You haven’t saved a card yet`}
      text={
        <p>
          {sentences(
            declined ? whyPaymentDue(pledge) : t`You left the card page before a card was saved.`,
            t`Nothing was charged.`,
            pledge.can.setUp ? howToContinue(declined) : t`You can’t save a card now.`,
          )}
        </p>
      }
      actions={
        pledge.can.setUp ? <RetryCardSetup pledge={pledge} action={declined ? t`Try again` : t`Enter a card`} /> : null
      }
      aside={pool}
    >
      <ul className="grid gap-4" aria-label={t`Where your pledge stands`}>
        <Fact
          icon={<ShieldCheck aria-hidden="true" />}
          title={t`Nothing was charged`}
        >{t`Even after you save a card, it’s charged only if the goal is met and the creator accepts.`}</Fact>
        <Fact
          icon={<CreditCard aria-hidden="true" />}
          title={t`Your ${{ amount }} pledge is waiting for a card`}
        >{t`It joins the pool as soon as a card is saved.`}</Fact>
        <Fact icon={<Clock aria-hidden="true" />} title={t`There’s no rush`}>
          {setupWindowMs
            ? t`We keep the pledge ${{ forSomeDays: forTime(setupWindowMs) }}, as long as the pool takes pledges. Without a card, it then ends, and nothing is charged.`
            : t`We keep the pledge for a while, as long as the pool takes pledges. Without a card, it then ends, and nothing is charged.`}
        </Fact>
      </ul>
    </PaymentPanel>
  );
}

/** A pledge that is due could not be paid, or cannot be paid now. */
export function PaymentFailed({ pledge, pool, isFrozen }: FailedProps & { isFrozen: boolean }) {
  const amount = formatMoney(pledge.amountCents);
  const isSuspended = useUser()?.suspended === true;
  if (isFrozen || !pledge.can.pay) {
    const { title, text } = whyNotPayable(pledge, { isFrozen, isSuspended });
    return (
      <PaymentPanel
        mark={<PaymentMark outcome="declined" />}
        title={isFrozen ? t`Nothing is due now` : title}
        text={<p>{isFrozen ? sentences(t`Nothing was charged.`, text) : text}</p>}
        actions={<LinkButton to={pledge.poolPath} size="lg">{t`View pool`}</LinkButton>}
        aside={pool}
      />
    );
  }
  return (
    <PaymentPanel
      mark={<PaymentMark outcome="declined" />}
      title={t`The payment did not go through`}
      text={
        <p>
          {sentences(
            whyPaymentDue(pledge),
            howToSolve(pledge),
            t`Nothing was charged.`,
            pledge.dueAt && t`You can still pay with this card or another one.`,
          )}
        </p>
      }
      actions={
        <>
          <LinkButton to={paymentPath(pledge.id)} variant="primary" size="lg">{t`Try again`}</LinkButton>
          <LinkButton to={pledge.poolPath} size="lg">{t`View pool`}</LinkButton>
        </>
      }
      aside={pool}
    >
      <ul className="grid gap-4" aria-label={t`Where your pledge stands`}>
        <Fact
          icon={<ShieldCheck aria-hidden="true" />}
          title={t`Nothing was charged`}
        >{t`Your card is never charged twice for one pledge.`}</Fact>
        <Fact
          icon={<CreditCard aria-hidden="true" />}
          title={t`Your ${{ amount }} pledge is kept`}
        >{t`The creator has accepted and counts on it. Another card often works at once.`}</Fact>
        {pledge.dueAt ? (
          <Fact
            icon={<Clock aria-hidden="true" />}
            title={t`Pay by ${{ date: fullDate(pledge.dueAt) }}`}
          >{t`After that, the pledge is dropped and nothing is charged.`}</Fact>
        ) : null}
      </ul>
    </PaymentPanel>
  );
}
