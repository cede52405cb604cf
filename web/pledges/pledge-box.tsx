import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import { isCurrentPledge } from '#contract/pledges/pledge-status.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { useLocation } from '#web/data/location.tsx';
import { onPledgeRequest } from '#web/data/pledge-request.ts';
import { useData } from '#web/data/query.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { MoneySentence } from './money-sentence.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { cardsFor } from './pledge-facts.ts';
import { PledgeForm, type PledgeFormProps, pledgeLabel } from './pledge-form.tsx';
import { readPledgeIntent } from './pledge-intent.ts';
import { savedCards } from './saved-cards.ts';
import { usePledgeForm } from './use-pledge-form.ts';

const MyPledge = lazyComponent(() => import('./my-pledge.tsx').then((module) => module.MyPledge), {
  waiting: <Skeleton className="h-44" />,
});
const EndedPledge = lazyComponent(() => import('./ended-pledge.tsx').then((module) => module.EndedPledge), {
  waiting: <Skeleton className="h-12" />,
});

const closedWords: Partial<Record<PoolStatus, Message>> = {
  in_review: msg`This pool takes pledges once it has been reviewed.`,
  collecting: msg`Cards are being charged. The pool takes no more pledges.`,
  shortfall: msg`The pool takes no more pledges.`,
  in_production: msg`Work is in progress. The pool takes no more pledges.`,
  delivery_review: msg`The pool takes no more pledges.`,
  delivered: msg`This pool is delivered. Only fans who paid can see it.`,
  completed: msg`This pool is completed. Only fans who paid can see it.`,
};

/** Says why the pool takes no pledges now. */
function ClosedWords({ pool }: { pool: Pool }) {
  const { pledgeRefusal } = pool;
  if (pledgeRefusal === 'pool_adult_unfundable') {
    return (
      <div className="rounded-lg bg-love-wash p-4">
        <b>{t`This pool cannot be funded here`}</b>
        <p className="mt-1 text-muted">{t`The card processor does not allow adult content. You can browse adult pools but not pledge to them.`}</p>
      </div>
    );
  }
  if (pledgeRefusal === 'pool_frozen')
    return <p className="text-muted">{t`This pool is frozen. It takes no pledges until an admin has reviewed it.`}</p>;
  if (pledgeRefusal === 'creator_suspended' && pledgingPoolStatuses.includes(pool.status)) {
    return (
      <p className="text-muted">{t`The creator’s account is suspended. Until that ends, the pool takes no pledges.`}</p>
    );
  }
  if (pledgeRefusal === 'own_request')
    return <p className="text-muted">{t`This is a request to you, so you can’t pledge to it yourself.`}</p>;
  if (pledgeRefusal === 'suspended')
    return <p className="text-muted">{t`Your account is suspended, so you can’t pledge.`}</p>;
  return (
    <p className="text-muted">{textOf(closedWords[pool.status] ?? msg`This pool has ended and takes no pledges.`)}</p>
  );
}

/** Whether the screen is wide enough to show the form within the page. */
const wide = () => window.matchMedia('(min-width: 768px)').matches;

/** The pledge form as a bottom sheet on phones. It opens at once when a fan returns to their pledge after signing in. */
function PledgeBar({ pool, formProps }: { pool: Pool; formProps: PledgeFormProps }) {
  const [open, setOpen] = useState(false);
  const { form, resumes } = formProps;
  useEffect(() => setOpen(resumes && !wide()), [resumes]);
  useEffect(() => onPledgeRequest(() => setOpen(!wide())), []);
  return (
    <>
      <div className="md:hidden">
        <MoneySentence pool={pool} who={formProps.who} short />
      </div>
      <PhoneBar
        state={
          <span>
            <RichText
              text={msg`<pledged>${{ amount: formatMoney(pool.pledgedAmount) }}</pledged> <of>of ${{ goal: formatMoney(pool.fundingGoal) }}</of>`}
              tags={{ pledged: (text) => <b>{text}</b>, of: (text) => <span>{text}</span> }}
            />
          </span>
        }
      >
        <Button variant="primary" size="lg" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {pledgeLabel(pool, form.cents)}
        </Button>
      </PhoneBar>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Back this pool`} side="bottom">
        <PledgeForm {...formProps} />
      </Sheet>
    </>
  );
}

/** The pledge form within the page of a wide screen. */
function WideForm(props: PledgeFormProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      onPledgeRequest(() => {
        if (!wide()) return;
        ref.current?.scrollIntoView({ block: 'center' });
        ref.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
      }),
    [],
  );
  return (
    <div ref={ref} className="max-md:hidden">
      <PledgeForm {...props} />
    </div>
  );
}

interface PledgeBoxProps {
  pool: Pool;
  who: Text | null;
  /** The result for the fans' money, for people who neither have a pledge nor can make one. */
  money: ReactNode;
}

/** Below the meter: the pledge form, or the fan's current pledge, or the reason why the pool takes no pledges. */
export function PledgeBox({ pool, who, money }: PledgeBoxProps) {
  const user = useUser();
  const { minPledgeCents } = useSite();
  const { search } = useLocation();
  const { data: cards } = useData(savedCards, { enabled: user !== null });
  const intent = readPledgeIntent(search);
  const form = usePledgeForm(pool, minPledgeCents, cardsFor(pool, cards ?? []), intent);
  const { myPledge } = pool;
  if (myPledge && isCurrentPledge(myPledge.status)) {
    return <MyPledge key={myPledge.id} pledge={myPledge} pool={pool} who={who} />;
  }
  const open = pool.can.pledge || pool.can.pledgeLate;
  const ended = myPledge ? <EndedPledge pledge={myPledge} final={!open} /> : null;
  if (!open) {
    return (
      <>
        {ended}
        {pool.isAssignedCreator && pool.pledgeRefusal !== 'own_request' ? null : <ClosedWords pool={pool} />}
        {ended && pool.atEnd ? null : money}
      </>
    );
  }
  const signedIn = user !== null;
  const formProps = { pool, form, who, signedIn, resumes: signedIn && intent !== null };
  return (
    <>
      {ended}
      <WideForm {...formProps} />
      <PledgeBar pool={pool} formProps={formProps} />
    </>
  );
}
