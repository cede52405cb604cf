import { CircleCheck, Clock, Hourglass, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getContent } from '#contract/calls/delivery.ts';
import { msg, sentenceSpace, sentences, type Text, t } from '#contract/language/text.ts';
import { paymentPath } from '#contract/paths.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { live, query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { RemainingTime } from '#web/ui/time-left.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { cardText } from './pledge-facts.ts';
import { type MineProps, Panel, washes } from './pledge-panel.tsx';
import { partRefunded, whyNotPayable, whyPaymentDue } from './pledge-texts.ts';
import { SetupPending } from './setup-pending.tsx';

const ChangeDialog = lazyComponent(async () => (await import('./change-pledge.tsx')).ChangePledgeDialog, {
  browserOnly: true,
});
// The server renders it, too, so it cannot be lazy there.
const CardExpiry = lazyComponent(async () => (await import('./card-expiry.tsx')).CardExpiry);
const WithdrawDialog = lazyComponent(async () => (await import('./withdraw-pledge.tsx')).WithdrawPledgeDialog, {
  browserOnly: true,
});

/** The condition on which the card of a pledge is charged. */
function whenCharged({ pledge, pool, who: creator }: MineProps): Text {
  const card = pledge.card ? cardText(pledge.card) : t`Your card`;
  if (pool.status === 'goal_met')
    return creator
      ? t`${{ card }} is charged only if ${{ creator }} accepts.`
      : t`${{ card }} is charged only if a creator accepts.`;
  const goal = formatMoney(pool.fundingGoal);
  if (pool.status !== 'accepted' || !creator)
    return creator
      ? t`${{ card }} is charged only if the pool reaches ${{ goal }} and ${{ creator }} accepts.`
      : t`${{ card }} is charged only if the pool reaches ${{ goal }} and a creator accepts.`;
  const accountDueAt = accountWaitEnd(pool);
  return accountDueAt
    ? t`${{ card }} is charged only once ${{ creator }} can be paid; if that isn’t possible by ${{ date: fullDate(accountDueAt) }}, nothing is charged.`
    : t`${{ card }} is charged only if the pool reaches ${{ goal }} or ${{ creator }} goes ahead with less.`;
}

function Pledged(props: MineProps) {
  const { pledge } = props;
  const [dialog, setDialog] = useState<'change' | 'withdraw'>();
  const close = () => setDialog(undefined);
  return (
    <Panel
      icon={<CircleCheck aria-hidden="true" className="text-accent-text" />}
      title={t`You pledged ${{ amount: formatMoney(pledge.amountCents) }}`}
      tone={washes.accent}
    >
      <p>
        {sentences(
          t`Nothing is charged today.`,
          whenCharged(props),
          t`If they don’t deliver, you’re refunded in full.`,
          pledge.anonymous ? t`Other fans do not see your name.` : '',
        )}
      </p>
      {pledge.cardExpiresOn && pledge.can.replaceCard ? <CardExpiry pledge={pledge} /> : null}
      {pledge.can.withdraw ? (
        <div className="flex gap-2">
          {pledge.can.change ? (
            <Button className="flex-1 px-2!" onClick={() => setDialog('change')}>{t`Change amount`}</Button>
          ) : null}
          <Button className="flex-1 px-2!" onClick={() => setDialog('withdraw')}>{t`Withdraw`}</Button>
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
  const { dueAt } = pledge;
  const amount = formatMoney(pledge.amountCents);
  return (
    <Panel
      icon={<Clock aria-hidden="true" className="text-danger-text" />}
      title={t`Payment required: ${{ amount }}`}
      tone={washes.danger}
    >
      <p>
        {whyPaymentDue(pledge)}
        {dueAt ? (
          <span>
            {sentenceSpace()}
            <RichText
              text={msg`You have <time/> to pay another way.`}
              tags={{ time: () => <RemainingTime until={dueAt} /> }}
            />
          </span>
        ) : null}
      </p>
      <LinkButton to={paymentPath(pledge.id)} variant="primary" wide className="max-md:hidden">{t`Pay Now`}</LinkButton>
      <PhoneBar
        state={
          dueAt ? (
            <span>
              <RemainingTime until={dueAt} />
            </span>
          ) : (
            <span>{t`Payment required`}</span>
          )
        }
      >
        <LinkButton to={paymentPath(pledge.id)} variant="primary" size="lg">{t`Pay ${{ amount }} now`}</LinkButton>
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
    isRemoved && !pool.hasAccess ? t`An admin removed this pool, so the delivery can no longer be opened.` : '';
  const access = isWithheld
    ? t`The delivery is disabled after a copyright notice, so you can’t open it now.`
    : lost || t`You have access to the delivery.`;
  return (
    <Panel
      icon={<CircleCheck aria-hidden="true" className="text-paid-text" />}
      title={t`You paid ${{ amount: formatMoney(pledge.amountCents) }}`}
      tone={washes.paid}
    >
      <p>
        {sentences(
          pledge.paidAt && t`On ${{ date: fullDate(pledge.paidAt) }}.`,
          partRefunded(pledge),
          delivered
            ? access
            : t`You get access as soon as it’s delivered. If it isn’t delivered, you’re refunded in full.`,
        )}
      </p>
      {delivered && pool.hasAccess && !isWithheld ? (
        <LinkButton to={`${pool.canonicalPath}#delivered`} variant="primary" wide>{t`View the delivery`}</LinkButton>
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
  const amount = formatMoney(pledge.amountCents);
  return (
    <Panel icon={<Hourglass aria-hidden="true" />} title={t`Your card is being charged`} tone={washes.accent}>
      <p>
        {pledge.card
          ? t`${{ amount }}, from ${{ card: cardText(pledge.card) }}. This can take a moment. You’ll see the result here and get an email.`
          : t`${{ amount }}. This can take a moment. You’ll see the result here and get an email.`}
      </p>
    </Panel>
  );
}

function Refunding({ pledge }: MineProps) {
  return (
    <Panel icon={<Undo2 aria-hidden="true" />} title={t`Your refund is on its way`} tone={washes.plain}>
      <p>
        {t`${{ amount: formatMoney(pledge.amountCents - pledge.refundedCents) }} is being refunded to the card you paid with. Banks take a few days to show it.`}
      </p>
    </Panel>
  );
}

function Disputed({ pledge }: MineProps) {
  const lost = pledge.status === 'dispute_lost';
  const amount = formatMoney(pledge.amountCents);
  return (
    <Panel
      icon={<Undo2 aria-hidden="true" />}
      title={lost ? t`Your bank reversed the charge` : t`Your bank is reviewing this charge`}
      tone={washes.plain}
    >
      <p>
        {lost
          ? t`The ${{ amount }} was returned to you by your bank. You no longer have access to the delivery.`
          : t`You disputed the ${{ amount }} charge with your bank. Until the bank decides, this pledge is on hold and you can’t open the delivery. If this was a mistake, ask your bank to withdraw the dispute.`}
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
