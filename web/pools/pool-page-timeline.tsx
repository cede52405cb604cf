import type { Pool, PoolStatus } from '#contract/pools.ts';
import { RelativeTime } from '#web/ui/display.tsx';
import { askedName } from './pool-at.ts';

type PoolEvent = Pool['events'][number];

const words: Record<PoolStatus, (who: string) => string> = {
  in_review: () => 'The pool was handed in for review',
  open: () => 'The pool opened',
  goal_met: () => 'The goal was met',
  accepted: (who) => `${who} accepted`,
  collecting: () => 'Cards began to be charged',
  shortfall: (who) => `Less was paid than ${who} needs`,
  in_production: () => 'Work began',
  delivery_review: (who) => `${who} handed in the delivery`,
  delivered: () => 'Delivered',
  completed: (who) => `Completed: ${who} is paid`,
  expired: () => 'The deadline passed below the goal',
  declined: (who) => `${who} declined`,
  lapsed: () => 'The time to answer ran out',
  cancelled: () => 'The pool was cancelled',
  refunded: () => 'Everyone who paid is paid back',
  removed: () => 'The pool was removed',
};

function sentence({ from, to }: PoolEvent, who: string): string {
  if (to === 'open' && from === 'goal_met') return 'A withdrawal brought the pool below its goal again';
  if (to === 'in_production' && from === 'delivery_review') return 'The delivery was sent back to be redone';
  if (to === 'in_production' && from === 'delivered') return 'An objection was upheld: the delivery is being redone';
  if (to === 'in_production' && from === 'shortfall') return `${who} goes ahead with what was paid`;
  return words[to](who);
}

/** What has happened so far, newest first. */
export function PoolTimeline({ pool }: { pool: Pool }) {
  const who = askedName(pool) ?? 'The creator';
  const events = pool.events.toReversed();
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className="mb-4">
        Updates
      </h2>
      <ol className={events.length > 1 ? 'ml-[5px] border-l-2 border-line' : 'ml-[7px]'}>
        {events.map((event, index) => (
          <li key={`${event.at}${event.to}`} className="relative pb-5 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute top-[5px] -left-[7px] size-3 rounded-full ${index === 0 ? 'bg-accent' : 'bg-line-strong'}`}
            />
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b>{sentence(event, who)}</b>
              <span className="text-[13.5px] text-faint">
                <RelativeTime at={event.at} />
              </span>
            </p>
            {event.reason ? <p className="mt-0.5 max-w-[38.5em] text-muted">{event.reason}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
