import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import { reasonText } from '#contract/pools/end-reasons.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { requestedCreatorName } from '#web/pools/pool-query.ts';
import { RelativeTime } from '#web/ui/display.tsx';

type PoolEvent = Pool['events'][number];

/** The creator in a sentence about an event. */
interface Asked {
  name: Text | null;
  /** At the start of a sentence: the name, or "The creator". */
  creator: Text;
  /** The reader is the assigned creator. */
  me: boolean;
}

function fellShort({ name, me }: Asked): Text {
  if (me) return t`The payments fell short of your minimum`;
  return name
    ? t`The payments fell short of ${{ creator: name }}’s minimum`
    : t`The payments fell short of the creator’s minimum`;
}

const words: Record<PoolStatus, (asked: Asked) => Text> = {
  in_review: () => t`The pool was submitted for review`,
  open: () => t`The pool opened`,
  goal_met: () => t`The goal was met`,
  accepted: ({ creator, me }) => (me ? t`You accepted` : t`${{ creator }} accepted`),
  collecting: () => t`We started charging cards`,
  shortfall: fellShort,
  in_production: ({ me }) => (me ? t`You started work` : t`Work started`),
  delivery_review: ({ creator, me }) => (me ? t`You submitted the delivery` : t`${{ creator }} submitted the delivery`),
  delivered: ({ me }) => (me ? t`You delivered` : t({ message: 'Delivered', context: 'event of a pool' })),
  completed: ({ creator, me }) => (me ? t`Completed. You get paid` : t`Completed. ${{ creator }} gets paid`),
  expired: () => t`The deadline passed before the goal was met`,
  declined: ({ creator, me }) => (me ? t`You declined` : t`${{ creator }} declined`),
  lapsed: ({ me }) => (me ? t`You didn’t answer in time` : t`The creator didn’t answer in time`),
  cancelled: () => t`The pool was canceled`,
  refunded: () => t`Everyone who paid is refunded`,
  removed: () => t`The pool was removed`,
};

/** Why a pool waits or ended that waited for its creator. */
function waited({ from, to, reason }: PoolEvent, { me }: Asked): Text | undefined {
  // A goal that is met has no reason. The reason of this move says why the pool waits for the creator although it is below its goal.
  if (to === 'goal_met' && reason) return t`The funding deadline passed`;
  if (to !== 'lapsed' || from !== 'accepted') return undefined;
  return me ? t`Your payout account wasn’t ready in time` : t`The creator couldn’t be paid in time`;
}

/** Why the work begins, or begins again. */
function started({ from }: PoolEvent, { creator, me }: Asked): Text | undefined {
  if (from === 'delivery_review')
    return me ? t`Your delivery was sent back to be redone` : t`The delivery was sent back to be redone`;
  if (from === 'delivered')
    return me ? t`An objection was upheld: deliver again` : t`An objection was upheld: the delivery is being redone`;
  if (from === 'shortfall')
    return me ? t`You go ahead with what was paid` : t`${{ creator }} goes ahead with what was paid`;
  return undefined;
}

function sentence(event: PoolEvent, asked: Asked): Text {
  const { from, to } = event;
  const special = waited(event, asked) ?? (to === 'in_production' ? started(event, asked) : undefined);
  if (special) return special;
  if (to === 'open' && from === 'goal_met') return t`The pool fell back below its goal`;
  return words[to](asked);
}

/** The server's standard reasons, addressed to the assigned creator. */
const toCreator: Record<string, Message> = {
  'The creator declined.': msg`You declined.`,
  'The creator gave up. Everyone who paid is refunded.': msg`You gave up. Everyone who paid is refunded.`,
  'The creator did not answer in time. No card was charged.': msg`You did not answer in time. No card was charged.`,
  'The creator’s payout account was not ready in time. No card was charged.': msg`Your payout account was not ready in time. No card was charged.`,
  'Too little was paid, and the creator chose not to go ahead. Everyone who paid is refunded.': msg`Too little was paid, and you chose not to go ahead. Everyone who paid is refunded.`,
  // The earlier wording, which pools that ended before still store.
  'Too little was paid and the creator did not go ahead with it. Everyone who paid is refunded.': msg`Too little was paid, and you chose not to go ahead. Everyone who paid is refunded.`,
};

function reasonFor(reason: string, { me }: Asked): Text {
  const mine = me ? toCreator[reason] : undefined;
  return mine ? textOf(mine) : reasonText(reason);
}

/** The pool's events, newest first. */
export function PoolHistory({ pool }: { pool: Pool }) {
  const me = pool.isAssignedCreator;
  const name = requestedCreatorName(pool);
  const asked = {
    name,
    creator: name ?? t({ message: 'The creator', context: 'in place of a name, at the start of a sentence' }),
    me,
  };
  const events = pool.events.toReversed();
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="mb-4">{t`History`}</h2>
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
