import { Hammer, Landmark, PackageCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { msg, plural, sentences, t } from '#contract/language/text.ts';
import { deliverPath, payoutSetupSection } from '#contract/paths.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useHasPassed } from '#web/ui/hydration/use-has-passed.ts';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';
import { DashboardCard, type DashboardCardProps } from './dashboard-card.tsx';
import type { Dashboard } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { FansLink } from './fans-link.tsx';
import { forecastFacts } from './forecast-facts.tsx';
import { StagePage } from './stage-page.tsx';
import { RejectedDelivery, SubmittedDelivery, type ViewDelivery } from './submitted-delivery.tsx';
import { CancelProduction, ProceedBelowFloor, StartBelowGoal } from './work-actions.tsx';

type Parts = Pick<DashboardCardProps, 'children' | 'facts' | 'actions' | 'more'>;

interface Look {
  view: ViewDelivery;
  /** The creator can do nothing, and no money moves. */
  suspended: boolean;
  /** The delivery date has passed. */
  late: boolean;
}

const day = (at: string | null) => (at ? <Day at={at} /> : '–');
const left = (until: string | null) =>
  until ? <TimeLeft until={until} over={t({ message: 'ended', context: 'no time is left' })} /> : '–';

function waitingForAccount(pool: CreatorRequest, accountDueAt: string, suspended: boolean): Parts {
  const amount = formatMoney(pool.pledgedAmount);
  return {
    children: (
      <p>
        <RichText
          text={
            suspended
              ? msg`You accepted, and ${{ amount }} is pledged. No card is charged while your account is suspended. If it still is on <day/>, the pool lapses and no card is charged.`
              : msg`You accepted, and ${{ amount }} is pledged. Cards are charged as soon as your payout account is ready. If it isn’t by <day/>, the pool lapses and no card is charged.`
          }
          tags={{ day: () => <Day at={accountDueAt} /> }}
        />
      </p>
    ),
    facts: [[suspended ? t`Time left` : t`Time left to get ready`, left(accountDueAt)], ...forecastFacts(pool)],
    actions: (
      <LinkButton
        to={payoutSetupSection}
        variant="primary"
        wide
        icon={<Landmark aria-hidden="true" />}
      >{t`Set up payouts`}</LinkButton>
    ),
  };
}

function accepted(pool: CreatorRequest, { suspended }: Look): Parts {
  const accountDueAt = accountWaitEnd(pool);
  if (accountDueAt) return waitingForAccount(pool, accountDueAt, suspended);
  const { deliveryDays = 0, floorCents = 0 } = pool.terms ?? {};
  return {
    children: (
      <p>
        {sentences(
          t`You accepted and will deliver within ${plural({ days: deliveryDays }, { one: '# day', other: '# days' })}. Cards are charged automatically when the goal is met.`,
          floorCents < pool.fundingGoal
            ? t`Once pledges reach your floor, you can start without waiting for it.`
            : undefined,
        )}
      </p>
    ),
    facts: [
      [t`Funding ends in`, left(pool.clocks.startDueAt ?? pool.deadline)],
      [t`Your floor`, formatMoney(floorCents)],
      ...forecastFacts(pool),
    ],
    actions: <StartBelowGoal pool={pool} />,
  };
}

function collecting(pool: CreatorRequest): Parts {
  return {
    children: (
      <p>{t`Cards are being charged: ${{ paid: formatMoney(pool.currentAmount) }} of ${{ pledged: formatMoney(pool.pledgedAmount) }} is paid. We ask fans whose card failed to pay another way. Your time to deliver starts when collecting ends.`}</p>
    ),
    facts: [
      [t`Collecting ends within`, left(pool.clocks.paymentDueAt)],
      [t`Your floor`, formatMoney(pool.terms?.floorCents ?? 0)],
      ...forecastFacts(pool),
    ],
  };
}

function shortfall(pool: CreatorRequest): Parts {
  return {
    children: (
      <p>
        {t`${{ amount: formatMoney(pool.currentAmount) }} was paid, less than your floor of ${{ floor: formatMoney(pool.terms?.floorCents ?? 0) }}. Go ahead with that amount, or give up. If you don’t decide in time, everyone is refunded.`}
      </p>
    ),
    facts: [[t`Time left to decide`, left(pool.clocks.shortfallDueAt)], ...forecastFacts(pool)],
    actions: (
      <>
        <ProceedBelowFloor pool={pool} />
        <CancelProduction pool={pool} />
      </>
    ),
  };
}

function production(pool: CreatorRequest, { late }: Look): Parts {
  const { deliveryDueAt } = pool.clocks;
  return {
    children: (
      <div className="grid gap-3">
        <p>
          {late
            ? t`Your delivery date has passed. Deliver before the grace period ends, or everyone is refunded.`
            : t`${{ amount: formatMoney(pool.currentAmount) }} is paid and held for this pool. If you don’t deliver by your date, everyone is refunded after a short grace period.`}
        </p>
        <RejectedDelivery pool={pool} />
      </div>
    ),
    facts: [
      [t`Delivery date`, day(deliveryDueAt)],
      [late ? t`Grace period left` : t`Time left (including grace period)`, left(pool.deliveryEndsAt)],
      ...forecastFacts(pool),
    ],
    actions: (
      <>
        <LinkButton to={deliverPath(pool.id)} variant="primary" wide icon={<PackageCheck aria-hidden="true" />}>
          {t({ message: 'Deliver', context: 'verb on a button' })}
        </LinkButton>
        <CancelProduction pool={pool} />
      </>
    ),
  };
}

function review(pool: CreatorRequest, { view }: Look): Parts {
  return {
    children: <p>{t`We’re reviewing your delivery. Your deadline is paused, and we’ll notify you of the result.`}</p>,
    facts: [[t`Delivery date`, day(pool.clocks.deliveryDueAt)], ...forecastFacts(pool)],
    more: <SubmittedDelivery poolId={pool.id} view={view} />,
  };
}

function delivered(pool: CreatorRequest, { view, suspended }: Look): Parts {
  const amount = formatMoney(pool.forecast.netCents);
  return {
    children: (
      <p>
        {sentences(
          t`Everyone who paid has access.`,
          pool.hasOpenObjection
            ? t`A fan objected to the delivery, and an admin is reviewing it. If the delivery stands, ${{ amount }} is paid out once the quiet period is over and the objection is decided.`
            : t`When the quiet period ends without an upheld objection, ${{ amount }} is paid out to you.`,
          suspended ? t`While your account is suspended, the payout waits.` : undefined,
        )}
      </p>
    ),
    facts: [[t`Quiet period`, left(pool.clocks.quietUntil)], ...forecastFacts(pool)],
    more: <SubmittedDelivery poolId={pool.id} view={view} />,
  };
}

const stages: Partial<Record<PoolStatus, (pool: CreatorRequest, look: Look) => Parts>> = {
  shortfall,
  in_production: production,
  collecting,
  accepted,
  delivery_review: review,
  delivered,
};

/** An accepted pool with its next step. */
export function WorkCard({ pool, view }: { pool: CreatorRequest; view: ViewDelivery }): ReactNode {
  const suspended = useUser()?.suspended ?? false;
  const late = useHasPassed(pool.clocks.deliveryDueAt);
  const stage = stages[pool.status]?.(pool, { view, suspended, late });
  if (!stage) return null;
  const actions = (
    <>
      {suspended ? null : stage.actions}
      <FansLink pool={pool} />
    </>
  );
  return <DashboardCard pool={pool} {...stage} actions={actions} />;
}

/** All accepted pools that have not ended, those that the creator must act on first. */
export function WorkList({ dashboard, page, view }: { dashboard: Dashboard; page: number; view: ViewDelivery }) {
  const { work, counts } = dashboard;
  return (
    <DashboardSection id="work" title={t`Your work`} icon={<Hammer aria-hidden="true" />} count={counts.working}>
      {counts.working === 0 ? (
        <div className="card">
          <EmptyState
            title={t`Nothing to make right now`}
          >{t`Pools that you accept appear here with their delivery date and the amount paid.`}</EmptyState>
        </div>
      ) : (
        <StagePage stage="working" first={work} total={counts.working} page={page} param="work">
          {(pool) => <WorkCard key={pool.id} pool={pool} view={view} />}
        </StagePage>
      )}
    </DashboardSection>
  );
}
