import { Hand, LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { deliverPath, paths, payoutSetupSection, requestPath, workPath } from '#contract/paths.ts';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const ClaimDialog = lazyComponent(async () => (await import('./pool-page-claim.tsx')).ClaimPoolDialog, {
  browserOnly: true,
});

interface Turn {
  title: Message;
  action: Message;
  /** The creator has to act now. */
  urgent?: boolean;
  to: (poolId: string) => string;
}

const waits = (title: Message): Turn => ({ title, action: msg`See it in your dashboard`, to: workPath });
const over = (title: Message): Turn => ({ title, action: msg`Go to your dashboard`, to: () => paths.dashboard });
const answer = { action: msg`Answer this request`, urgent: true, to: requestPath };

const creatorsTurn: Record<Pool['status'], Turn> = {
  in_review: over(msg`This request is for you. You can answer once the pool is open.`),
  open: { title: msg`This request is for you`, ...answer },
  goal_met: { title: msg`The goal is met. Do you accept?`, ...answer },
  accepted: waits(msg`You accepted`),
  collecting: waits(msg`Cards are being charged`),
  shortfall: { title: msg`Less was paid than you need`, action: msg`Decide what to do`, urgent: true, to: workPath },
  in_production: {
    title: msg`Your turn to deliver`,
    action: msg({ message: 'Deliver', context: 'verb on a button' }),
    urgent: true,
    to: deliverPath,
  },
  delivery_review: waits(msg`Your delivery is under review`),
  delivered: waits(msg`You delivered`),
  completed: over(msg`You delivered, and your payout is on its way or paid`),
  expired: over(msg`This pool did not reach its goal`),
  declined: over(msg`You declined`),
  lapsed: over(msg`You did not answer in time`),
  cancelled: over(msg`This pool was canceled`),
  refunded: over(msg`This pool ended, and everyone who paid is refunded`),
  removed: over(msg`This pool was removed`),
};

function turnOf(pool: Pool): Turn {
  const turn = usualTurnOf(pool);
  return turn.urgent && pool.creatorSuspended
    ? waits(msg`Your account is suspended, so you can’t act on this pool`)
    : turn;
}

function usualTurnOf(pool: Pool): Turn {
  if (accountWaitEnd(pool)) {
    const title = msg`Set up your payouts, so that cards can be charged`;
    return { title, action: msg`Set up payouts`, urgent: true, to: () => payoutSetupSection };
  }
  return lapsedUnpayable(pool) ? over(msg`Your payout account wasn’t ready in time`) : creatorsTurn[pool.status];
}

/** In the pledge box of the assigned creator: a link to the pool on their dashboard. */
function CreatorPrompt({ pool }: { pool: Pool }) {
  const { title: titleOfStatus, action, urgent, to } = turnOf(pool);
  const title =
    isAnsweredBelowGoal(pool) && !pool.creatorSuspended
      ? msg`The pool is below its goal again. Do you accept the current amount?`
      : titleOfStatus;
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-paid-wash p-4">
      <b>{textOf(title)}</b>
      <LinkButton
        to={to(pool.id)}
        variant={urgent ? 'primary' : 'quiet'}
        icon={<LayoutDashboard aria-hidden="true" />}
        wide
      >
        {textOf(action)}
      </LinkButton>
    </div>
  );
}

/** In the pledge box of a creator who may claim a pool that has no assigned creator. */
function ClaimPrompt({ pool }: { pool: Pool }) {
  const [asking, setAsking] = useState(false);
  if (pool.claim === 'pending') {
    return (
      <div role="status" className="rounded-lg bg-paid-wash p-4">
        <b>{t`Your claim is under review`}</b>
        <p className="text-muted">{t`We’ll notify you of the decision.`}</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-paid-wash p-4">
      <div>
        <b>{t`Will you make this?`}</b>
        <p className="text-muted">{t`No creator has taken this pool on yet.`}</p>
      </div>
      <Button icon={<Hand aria-hidden="true" />} wide onClick={() => setAsking(true)}>{t`Claim this pool`}</Button>
      {asking ? <ClaimDialog pool={pool} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

/** In the pledge box of a creator: what the pool asks of them. */
export function CreatorPrompts({ pool }: { pool: Pool }) {
  return (
    <>
      {pool.isAssignedCreator ? <CreatorPrompt pool={pool} /> : null}
      {pool.can.claim || pool.claim === 'pending' ? <ClaimPrompt pool={pool} /> : null}
    </>
  );
}
