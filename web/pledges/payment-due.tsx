import { useMutation } from '@tanstack/react-query';
import { CircleAlert, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { getPledge, listMyPledges, payPledge } from '#contract/calls/pledges.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { msg, sentenceSpace, sentences, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { SavedCard } from '#contract/pledges/pledges.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day, RemainingTime } from '#web/ui/time-left.tsx';
import { CardError } from './card-error.tsx';
import { cardsFor } from './pledge-facts.ts';
import { TestNotice } from './pledge-form.tsx';
import { howToSolve, type WayToPay, waysToPay, whyNotPayable, whyPaymentDue } from './pledge-texts.ts';

/** Starts the payment, then opens the hosted page or the page with the result. */
function usePaying(pledge: PledgeView) {
  const refresh = useRefresh();
  const [declined, setDeclined] = useState(false);
  const paying = useMutation({
    mutationFn: (way: WayToPay) =>
      call(payPledge, { params: { id: pledge.id }, body: { useSavedCard: way === 'saved' } }),
    onMutate: () => setDeclined(false),
    onSuccess: async ({ status, url }, way) => {
      // A declined saved card also returns the hosted page. Show the decline first instead of redirecting.
      if (url && way === 'other') return location.assign(url);
      await refresh(getPledge, resolvePool, getPool, listMyPledges);
      if (status === 'notified') setDeclined(true);
      else navigate(`${paths.paymentSuccess}?pledge=${pledge.id}`);
    },
    onError: async (error) => {
      const { code } = asAppError(error);
      if (code === 'not_signed_in') goToSignIn(location.pathname);
      if (code === 'nothing_due' || code === 'suspended') await refresh(getPledge);
      if (code === 'pool_frozen') await refresh(resolvePool, getPool);
    },
  });
  return { ...paying, declined };
}

/** The amount due with its pool and due date, and the two ways to pay it, or why it cannot be paid now. */
export function PaymentDue({ pledge, cards, isFrozen }: DueProps & { isFrozen: boolean }) {
  const isSuspended = useUser()?.suspended === true;
  const obstacle = isFrozen || !pledge.can.pay ? whyNotPayable(pledge, { isFrozen, isSuspended }) : undefined;
  return (
    <div className="card flex flex-col gap-5 p-5 md:p-6">
      <div>
        <RichText
          text={msg`<pledged>You pledged</pledged> <amount>${{ amount: formatMoneyExact(pledge.amountCents) }}</amount> <for>for <pool>${{ title: pledge.poolTitle }}</pool></for>`}
          tags={{
            pledged: (text) => <p className="text-muted">{text}</p>,
            amount: (text) => <p className="num text-3xl leading-tight">{text}</p>,
            for: (text) => <p className="text-lg">{text}</p>,
            pool: (text) => <TextLink to={pledge.poolPath}>{text}</TextLink>,
          }}
        />
      </div>
      {obstacle ? (
        <div className="flex gap-3 rounded-lg bg-accent-wash p-4">
          <Hourglass aria-hidden="true" className="mt-0.5" />
          <div>
            <b suppressHydrationWarning>{obstacle.title}</b>
            <p className="text-muted" suppressHydrationWarning>
              {obstacle.text}
            </p>
          </div>
        </div>
      ) : (
        <WaysToPay pledge={pledge} cards={cards} />
      )}
    </div>
  );
}

interface DueProps {
  pledge: PledgeView;
  cards: readonly SavedCard[];
}

function WaysToPay({ pledge, cards }: DueProps) {
  const { mutate, isPending, variables, error, declined } = usePaying(pledge);
  const [card] = cardsFor(pledge, cards);
  const { dueAt } = pledge;
  return (
    <>
      <div className="flex gap-3 rounded-lg bg-danger-wash p-4" role={declined ? 'alert' : undefined}>
        <CircleAlert aria-hidden="true" className="mt-0.5 text-danger-text" />
        <div>
          <b>{declined ? t`Your card was declined again` : t`Your card was not charged`}</b>
          <p className="text-muted">
            {sentences(whyPaymentDue(pledge), howToSolve(pledge))}
            {sentenceSpace()}
            {dueAt ? (
              <span>
                <RichText
                  text={msg`Pay by <day/> (<time/>), or your pledge is dropped and nothing is charged.`}
                  tags={{ day: () => <Day at={dueAt} />, time: () => <RemainingTime until={dueAt} /> }}
                />
              </span>
            ) : null}
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-2.5">
        {waysToPay(pledge, card).map(({ way, label }, index) => (
          <Button
            key={way}
            variant={index === 0 ? 'primary' : 'quiet'}
            size="lg"
            wide
            busy={isPending && variables === way}
            disabled={isPending && variables !== way}
            onClick={() => mutate(way)}
          >
            {label}
          </Button>
        ))}
        {error ? <CardError error={error} /> : null}
      </div>
      <p className="text-sm text-muted">
        <RichText
          text={msg`<b>Your card is charged ${{ amount: formatMoney(pledge.amountCents) }} now.</b> The money is held for this pool. If nothing is delivered, you’re refunded in full.`}
          tags={{ b: (text) => <b className="text-ink">{text}</b> }}
        />
      </p>
      <TestNotice adult={pledge.adult} />
    </>
  );
}
