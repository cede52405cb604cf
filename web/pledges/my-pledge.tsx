import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Clock, CreditCard, Hourglass, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getContent } from '#contract/calls/delivery.ts';
import { getPledge, listMyPledges, withdrawPledge } from '#contract/calls/pledges.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { paymentPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { live, query, useData, useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { cardText } from './pledge-facts.ts';
import { isUnpaidLate, lateCharge, partRefunded, whyNotPayable, whyPaymentDue } from './pledge-texts.ts';
import { forgetRequestKey } from './request-key.ts';
import { resumeSetup } from './resume-setup.ts';

const ChangeDialog = lazyComponent(async () => (await import('./change-pledge.tsx')).ChangePledgeDialog, {
  browserOnly: true,
});
// The server renders it, too, so it cannot be lazy there.
const CardExpiry = lazyComponent(async () => (await import('./card-expiry.tsx')).CardExpiry);
const ConfirmEmailFirst = lazyComponent(async () => (await import('./card-error.tsx')).ConfirmEmailFirst, {
  browserOnly: true,
});
const WithdrawDialog = lazyComponent(async () => (await import('./withdraw-pledge.tsx')).WithdrawPledgeDialog, {
  browserOnly: true,
});

interface MineProps {
  pledge: PledgeView;
  pool: Pool;
  who: string;
}

function Panel({ icon, title, tone, children }: { icon: ReactNode; title: string; tone: string; children: ReactNode }) {
  return (
    <section aria-label="Your pledge" className={`rounded-lg p-4 ${tone}`}>
      <h2 className="flex items-center gap-2 text-lg">
        {icon}
        <span>{title}</span>
      </h2>
      <div className="mt-1.5 flex flex-col gap-3 text-base text-muted">{children}</div>
    </section>
  );
}

const washes = { accent: 'bg-accent-wash', paid: 'bg-paid-wash', danger: 'bg-danger-wash', plain: 'bg-sunken' };

/** The words for a pledge without a card, or for an unpaid late one. Without `action`, the fan cannot continue. */
function setupWords(
  pledge: PledgeView,
  isSuspended: boolean,
): { title: string; text: string; action?: string; dropped: string } {
  const amount = formatMoney(pledge.amountCents);
  if (!isUnpaidLate(pledge)) {
    const dropped = 'No card was saved and nothing was charged.';
    if (!pledge.can.setUp) {
      const why = isSuspended
        ? 'Your account is suspended, so you can’t save a card.'
        : 'This pool takes no cards now.';
      const text = `${why} Your ${amount} pledge counts only if a card is saved.`;
      return { title: 'Your card is not saved yet', text, dropped };
    }
    return {
      title: 'One step left: your card',
      text: `Your ${amount} pledge counts as soon as your card is saved. Nothing is charged now.`,
      action: 'Save a card',
      dropped,
    };
  }
  const dropped = 'Nothing is due. If a payment still goes through, you’re refunded in full.';
  if (!pledge.can.setUp) {
    const why = isSuspended ? 'Your account is suspended, so you can’t pay.' : 'This pool takes no late pledges now.';
    const text = `${why} Your unpaid ${amount} pledge ends automatically.`;
    return { title: 'Your pledge is not paid', text, dropped };
  }
  const text = `Your ${amount} pledge is not paid yet. ${lateCharge}`;
  return { title: 'One step left: your payment', text, action: `Pay ${amount} now`, dropped };
}

/** The pledge has no card yet, or is not paid yet, so it does not count. */
function SetupPending({ pledge, pool }: MineProps) {
  const refresh = useRefresh();
  const user = useUser();
  const slot = { poolId: pool.id, userId: user?.id };
  const { title, text, action, dropped } = setupWords(pledge, user?.suspended === true);
  const resume = useMutation({
    mutationFn: () => resumeSetup(slot, pledge, pool.contentMark),
    onSuccess: ({ setup }) => (setup ? location.assign(setup.url) : refresh(resolvePool, getPool)),
    onError: (error) => {
      if (asAppError(error).code !== 'email_unconfirmed') toastError(error);
      return refresh(resolvePool, getPool);
    },
  });
  const isUnconfirmed = resume.error && asAppError(resume.error).code === 'email_unconfirmed';
  const drop = useMutation({
    mutationFn: () => call(withdrawPledge, { params: { id: pledge.id } }),
    onSuccess: async () => {
      forgetRequestKey(slot);
      await refresh(resolvePool, getPool, getPledge, listMyPledges);
      toast({ title: 'Pledge withdrawn', description: dropped, durationMs: 3000 });
    },
    onError: (error) => toastError(error),
  });
  return (
    <Panel icon={<CreditCard aria-hidden="true" />} title={title} tone={washes.accent}>
      <p>{text}</p>
      {isUnconfirmed ? <ConfirmEmailFirst /> : null}
      {action || pledge.can.withdraw ? (
        <div className="flex gap-2">
          {action ? (
            <Button
              variant="primary"
              className="flex-1 max-md:hidden"
              busy={resume.isPending}
              onClick={() => resume.mutate()}
            >
              {action}
            </Button>
          ) : null}
          {pledge.can.withdraw ? (
            <Button variant="ghost" busy={drop.isPending} onClick={() => drop.mutate()}>
              Withdraw pledge
            </Button>
          ) : null}
        </div>
      ) : null}
      {action ? (
        <PhoneBar state="One step left">
          <Button variant="primary" size="lg" busy={resume.isPending} onClick={() => resume.mutate()}>
            {action}
          </Button>
        </PhoneBar>
      ) : null}
    </Panel>
  );
}

function Pledged({ pledge, pool, who }: MineProps) {
  const [dialog, setDialog] = useState<'change' | 'withdraw'>();
  const close = () => setDialog(undefined);
  const accountDueAt = accountWaitEnd(pool);
  const condition = {
    goal_met: `if ${who} accepts`,
    accepted: accountDueAt
      ? `once ${who} can be paid; if that isn’t possible by ${fullDate(accountDueAt)}, nothing is charged`
      : `if the pool reaches ${formatMoney(pool.fundingGoal)} or ${who} goes ahead with less`,
  }[pool.status as string];
  return (
    <Panel
      icon={<CircleCheck aria-hidden="true" className="text-accent-text" />}
      title={`You pledged ${formatMoney(pledge.amountCents)}`}
      tone={washes.accent}
    >
      <p>
        Nothing is charged today. {pledge.card ? cardText(pledge.card) : 'Your card'} is charged only{' '}
        {condition ?? `if the pool reaches ${formatMoney(pool.fundingGoal)} and ${who} accepts`}. If they don’t deliver,
        you’re refunded in full.{pledge.anonymous ? <span> Other fans do not see your name.</span> : null}
      </p>
      {pledge.cardExpiresOn && pledge.can.replaceCard ? <CardExpiry pledge={pledge} /> : null}
      {pledge.can.withdraw ? (
        <div className="flex gap-2">
          {pledge.can.change ? (
            <Button className="flex-1 px-2!" onClick={() => setDialog('change')}>
              Change amount
            </Button>
          ) : null}
          <Button className="flex-1 px-2!" onClick={() => setDialog('withdraw')}>
            Withdraw
          </Button>
        </div>
      ) : null}
      {dialog === 'change' ? <ChangeDialog pledge={pledge} onClose={close} /> : null}
      {dialog === 'withdraw' ? <WithdrawDialog pledge={pledge} onClose={close} /> : null}
    </Panel>
  );
}

function Due(props: MineProps) {
  const { pledge, pool } = props;
  if (pool.frozen || !pledge.can.pay) return <NotPayable {...props} />;
  const amount = formatMoney(pledge.amountCents);
  return (
    <Panel
      icon={<Clock aria-hidden="true" className="text-danger-text" />}
      title={`Payment required: ${amount}`}
      tone={washes.danger}
    >
      <p>
        {whyPaymentDue(pledge)}
        {pledge.dueAt ? (
          <span>
            {' '}
            You have <TimeLeft until={pledge.dueAt} /> left to pay another way.
          </span>
        ) : null}
      </p>
      <LinkButton to={paymentPath(pledge.id)} variant="primary" wide className="max-md:hidden">
        Pay Now
      </LinkButton>
      <PhoneBar
        state={
          pledge.dueAt ? (
            <span>
              <TimeLeft until={pledge.dueAt} /> left
            </span>
          ) : (
            <span>Payment required</span>
          )
        }
      >
        <LinkButton to={paymentPath(pledge.id)} variant="primary" size="lg">
          Pay {amount} now
        </LinkButton>
      </PhoneBar>
    </Panel>
  );
}

function Paid({ pledge, pool }: MineProps) {
  const isRemoved = pool.status === 'removed';
  const delivered = pool.status === 'delivered' || pool.status === 'completed' || isRemoved;
  const content = useData(live(query(getContent, { params: { id: pool.id } })), {
    enabled: delivered && pool.hasAccess,
  });
  const isWithheld = delivered && content.data?.withheld === true && content.data.deliveries.length === 0;
  const lost =
    isRemoved && !pool.hasAccess ? 'An admin removed this pool, so the delivery can no longer be opened.' : '';
  const access = isWithheld
    ? 'The delivery is disabled after a copyright notice, so you can’t open it now.'
    : lost || 'You have access to the delivery.';
  return (
    <Panel
      icon={<CircleCheck aria-hidden="true" className="text-paid-text" />}
      title={`You paid ${formatMoney(pledge.amountCents)}`}
      tone={washes.paid}
    >
      <p>
        <span>{pledge.paidAt ? `On ${fullDate(pledge.paidAt)}. ` : ''}</span>
        <span>{partRefunded(pledge)}</span>
        {delivered
          ? access
          : 'You get access as soon as it’s delivered. If it isn’t delivered, you’re refunded in full.'}
      </p>
      {delivered && pool.hasAccess && !isWithheld ? (
        <LinkButton to={`${pool.canonicalPath}#delivered`} variant="primary" wide>
          View the delivery
        </LinkButton>
      ) : null}
    </Panel>
  );
}

/** A payment that cannot be made now. A freeze ends the attempt, and its end starts the next one. */
function NotPayable({ pledge, pool }: MineProps) {
  const isSuspended = useUser()?.suspended === true;
  const { title, text } = whyNotPayable(pledge, { isFrozen: pool.frozen, isSuspended });
  return (
    <Panel icon={<Hourglass aria-hidden="true" />} title={title} tone={washes.accent}>
      <p>{text}</p>
    </Panel>
  );
}

function Charging(props: MineProps) {
  const { pledge, pool } = props;
  if (pool.frozen) return <NotPayable {...props} />;
  return (
    <Panel icon={<Hourglass aria-hidden="true" />} title="Your card is being charged" tone={washes.accent}>
      <p>
        {formatMoney(pledge.amountCents)}
        <span>{pledge.card ? `, from ${cardText(pledge.card)}` : ''}</span>
        <span>. This can take a moment. You’ll see the result here and get an email.</span>
      </p>
    </Panel>
  );
}

function Refunding({ pledge }: MineProps) {
  return (
    <Panel icon={<Undo2 aria-hidden="true" />} title="Your refund is on its way" tone={washes.plain}>
      <p>
        {formatMoney(pledge.amountCents - pledge.refundedCents)} is being refunded to the card you paid with. Banks take
        a few days to show it.
      </p>
    </Panel>
  );
}

function Disputed({ pledge }: MineProps) {
  const lost = pledge.status === 'dispute_lost';
  return (
    <Panel
      icon={<Undo2 aria-hidden="true" />}
      title={lost ? 'Your bank reversed the charge' : 'Your bank is reviewing this charge'}
      tone={washes.plain}
    >
      <p>
        {lost
          ? `The ${formatMoney(pledge.amountCents)} was returned to you by your bank. You no longer have access to the delivery.`
          : `You disputed the ${formatMoney(pledge.amountCents)} charge with your bank. Until the bank decides, this pledge is on hold and you can’t open the delivery. If this was a mistake, ask your bank to withdraw the dispute.`}
      </p>
    </Panel>
  );
}

const statusViews: Partial<Record<PledgeView['status'], (props: MineProps) => ReactNode>> = {
  setup_pending: SetupPending,
  pledged: Pledged,
  charging: Charging,
  notified: Due,
  paid: Paid,
  refund_pending: Refunding,
  disputed: Disputed,
  dispute_lost: Disputed,
};

/** The fan's current pledge with its actions. */
export function MyPledge(props: MineProps) {
  const StatusView = statusViews[props.pledge.status];
  return StatusView ? <StatusView {...props} /> : null;
}
