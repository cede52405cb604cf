import { type Text, t, verbatim } from '#contract/language/text.ts';
import { canonicalPoolPath, poolIdPath } from '#contract/pools/pool-path.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Windows } from '#server/pools/pool-state.ts';
import { clocksOf } from '#server/pools/pool-view.ts';
import type { DatedPool } from './dates.sql.ts';

/** A deadline in a calendar. */
export interface Entry {
  /** Stable for a pool and a kind of deadline, so that a calendar program moves the entry it has. */
  id: string;
  /** The deadline. The entry is the hour before it. */
  end: Date;
  title: Text;
  text: Text;
  path: string;
}

type Kind =
  | 'closing'
  | 'payment'
  | 'answer'
  | 'account'
  | 'start'
  | 'collecting'
  | 'shortfall'
  | 'delivery'
  | 'objections';

/** Without the title of an adult pool, as in notices: calendar programs know no age gate. */
const nameOf = ({ adult, title, createdAt }: DatedPool): Text =>
  adult ? t`Adult pool from ${{ date: fullDate(createdAt) }}` : verbatim(title);

type Deadline = [kind: Kind, end: Date | string | null, title: Text, text: Text];

const creatorDeadlines = (pool: DatedPool, title: Text, { deliveryGraceMs }: Windows): Deadline[] => {
  const clocks = clocksOf(pool);
  const { deliveryDueAt } = pool;
  const end = deliveryDueAt && fullDate(deliveryDueAt.getTime() + deliveryGraceMs);
  return [
    ['answer', clocks.responseDueAt, t`Last hour to answer: ${{ title }}`, t`Accept or decline it, or the pool ends.`],
    [
      'account',
      clocks.accountDueAt,
      t`Last hour to set up payouts: ${{ title }}`,
      t`You accepted the pool. It waits for your payout account, and ends without one.`,
    ],
    [
      'start',
      clocks.startDueAt,
      t`Last hour to start below the goal: ${{ title }}`,
      t`Start with what is pledged, or the pool ends.`,
    ],
    [
      'collecting',
      pool.status === 'collecting' ? clocks.paymentDueAt : null,
      t`Collecting ends: ${{ title }}`,
      t`Fans whose cards failed can pay until then.`,
    ],
    [
      'shortfall',
      pool.status === 'shortfall' ? clocks.shortfallDueAt : null,
      t`Last hour to go ahead with less: ${{ title }}`,
      t`Go ahead with the sum that was paid, or everyone is refunded.`,
    ],
    [
      'delivery',
      pool.status === 'in_production' ? deliveryDueAt : null,
      t`Delivery due: ${{ title }}`,
      end ? t`Everyone is refunded if nothing is delivered by ${{ date: end }}.` : verbatim(''),
    ],
    [
      'objections',
      pool.status === 'delivered' ? clocks.quietUntil : null,
      t`Objections end: ${{ title }}`,
      t`If there is no objection, the money is yours then.`,
    ],
  ];
};

function interestOf({ isOwner, pledgedAmountCents }: DatedPool): Text {
  if (pledgedAmountCents !== null) return t`You pledged ${{ amount: formatMoney(pledgedAmountCents) }}.`;
  return isOwner ? t`You started this pool.` : t`You follow this pool.`;
}

function fanDeadlines(pool: DatedPool, title: Text, isFundable: boolean): Deadline[] {
  const { status, pledgeStatus } = pool;
  const amount = formatMoney(pool.pledgedAmountCents ?? 0);
  const takesPledges = isFundable && pledgingPoolStatuses.includes(status) && !pool.creatorSuspended;
  return [
    ['closing', takesPledges ? pool.deadline : null, t`Last hour to pledge: ${{ title }}`, interestOf(pool)],
    [
      'payment',
      pledgeStatus === 'notified' ? pool.pledgeDueAt : null,
      t`Last hour to pay ${{ amount }}: ${{ title }}`,
      t`Your card was not charged. If you don’t pay by then, your pledge ends and nothing is charged.`,
    ],
    [
      'delivery',
      status === 'in_production' && pledgeStatus === 'paid' ? pool.deliveryDueAt : null,
      t`Delivery due: ${{ title }}`,
      interestOf(pool),
    ],
    [
      'objections',
      status === 'delivered' && pledgeStatus === 'paid' ? pool.quietUntil : null,
      t`Objections end: ${{ title }}`,
      t`If something is wrong with the delivery, object before the money goes to the creator.`,
    ],
  ];
}

/**
 * The deadlines of a pool that are ahead, as they concern the person, in the language of the moment. `isFundable`: the site's card processor
 * takes pledges to such a pool.
 */
export function entriesOf(pool: DatedPool, windows: Windows, isFundable = true): Entry[] {
  const title = nameOf(pool);
  const deadlines = pool.isCreator ? creatorDeadlines(pool, title, windows) : fanDeadlines(pool, title, isFundable);
  const path = pool.adult ? poolIdPath(pool.id) : canonicalPoolPath(pool);
  return deadlines.flatMap(([kind, at, name, text]) => {
    const end = at && new Date(at);
    return end && end > pool.now ? [{ id: `${kind}-${pool.id}`, end, title: name, text, path }] : [];
  });
}
