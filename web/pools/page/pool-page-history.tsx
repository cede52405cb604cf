import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { requestedCreatorName } from '#web/pools/pool-query.ts';
import { RelativeTime } from '#web/ui/display.tsx';

type PoolEvent = Pool['events'][number];

/** The creator in a sentence about an event. */
interface Asked {
  who: string;
  /** "your", "Maya's". */
  whose: string;
  /** The reader is the assigned creator. */
  me: boolean;
}

const words: Record<PoolStatus, (asked: Asked) => string> = {
  in_review: () => 'The pool was submitted for review',
  open: () => 'The pool opened',
  goal_met: () => 'The goal was met',
  accepted: ({ who }) => `${who} accepted`,
  collecting: () => 'We started charging cards',
  shortfall: ({ whose }) => `The payments fell short of ${whose} minimum`,
  in_production: ({ me }) => (me ? 'You started work' : 'Work started'),
  delivery_review: ({ who }) => `${who} submitted the delivery`,
  delivered: ({ me }) => (me ? 'You delivered' : 'Delivered'),
  completed: ({ who, me }) => `Completed. ${me ? 'You get' : `${who} gets`} paid`,
  expired: () => 'The deadline passed before the goal was met',
  declined: ({ who }) => `${who} declined`,
  lapsed: ({ me }) => (me ? 'You didn’t answer in time' : 'The creator didn’t answer in time'),
  cancelled: () => 'The pool was canceled',
  refunded: () => 'Everyone who paid is refunded',
  removed: () => 'The pool was removed',
};

/** Why a pool waits or ended that waited for its creator. */
function waited({ from, to, reason }: PoolEvent, { me }: Asked): string | undefined {
  // A goal that is met has no reason. The reason of this move says why the pool waits for the creator although it is below its goal.
  if (to === 'goal_met' && reason) return 'The funding deadline passed';
  if (to !== 'lapsed' || from !== 'accepted') return undefined;
  return me ? 'Your payout account wasn’t ready in time' : 'The creator couldn’t be paid in time';
}

function sentence(event: PoolEvent, asked: Asked): string {
  const { from, to } = event;
  const { who, me } = asked;
  const special = waited(event, asked);
  if (special) return special;
  if (to === 'open' && from === 'goal_met') return 'The pool fell back below its goal';
  const delivery = me ? 'Your delivery' : 'The delivery';
  if (to === 'in_production' && from === 'delivery_review') return `${delivery} was sent back to be redone`;
  if (to === 'in_production' && from === 'delivered') {
    return me ? 'An objection was upheld: deliver again' : 'An objection was upheld: the delivery is being redone';
  }
  if (to === 'in_production' && from === 'shortfall') return `${who} ${me ? 'go' : 'goes'} ahead with what was paid`;
  return words[to](asked);
}

/** The server's standard reasons, addressed to the assigned creator. */
const toCreator: Record<string, string> = {
  'The creator declined.': 'You declined.',
  'The creator gave up. Everyone who paid is refunded.': 'You gave up. Everyone who paid is refunded.',
  'The creator did not answer in time. No card was charged.': 'You did not answer in time. No card was charged.',
  'The creator’s payout account was not ready in time. No card was charged.':
    'Your payout account was not ready in time. No card was charged.',
  'Too little was paid, and the creator chose not to go ahead. Everyone who paid is refunded.':
    'Too little was paid, and you chose not to go ahead. Everyone who paid is refunded.',
  // The earlier wording, which pools that ended before still store.
  'Too little was paid and the creator did not go ahead with it. Everyone who paid is refunded.':
    'Too little was paid, and you chose not to go ahead. Everyone who paid is refunded.',
};

const reasonFor = (reason: string, { me }: Asked) => (me ? (toCreator[reason] ?? reason) : reason);

/** The pool's events, newest first. */
export function PoolHistory({ pool }: { pool: Pool }) {
  const me = pool.isAssignedCreator;
  const name = requestedCreatorName(pool);
  const asked = { who: me ? 'You' : (name ?? 'The creator'), whose: me ? 'your' : `${name ?? 'the creator'}’s`, me };
  const events = pool.events.toReversed();
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="mb-4">
        History
      </h2>
      <ol className={events.length > 1 ? 'ms-1 border-s-2 border-line' : 'ms-1.5'}>
        {events.map((event, index) => (
          <li key={`${event.at}${event.to}`} className="relative pb-5 ps-5 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -start-1.75 size-3 rounded-full ${index === 0 ? 'bg-accent' : 'bg-line-strong'}`}
            />
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b>{sentence(event, asked)}</b>
              <span className="text-sm text-faint">
                <RelativeTime at={event.at} />
              </span>
            </p>
            {event.reason ? <p className="mt-0.5 max-w-text text-muted">{reasonFor(event.reason, asked)}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
