import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import type { Pool } from '#contract/pools.ts';
import { poolReason } from '#web/pools/next-step-text.tsx';
import { FanMark } from '#web/ui/brand.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Day } from '#web/ui/time-left.tsx';

/** The page of a removed pool for a fan who pledged to it. `money` states the outcome of their pledge. */
export function RemovedPool({ pool, money }: { pool: Pool; money: ReactNode }) {
  const reason = poolReason(pool);
  return (
    <div className="face face-page">
      <FanMark />
      <h1>This pool was removed</h1>
      <div className="mt-1 flex w-full max-w-text flex-col gap-3 text-lg">
        <p>
          An admin removed “{pool.title}”
          {pool.endedAt ? (
            <>
              {' '}
              on <Day at={lastAt(pool)} />
            </>
          ) : null}
          . Its page, pictures and comments were deleted.
        </p>
        {reason ? <p>The reason given: “{reason}”</p> : null}
        {money}
      </div>
      <div className="face-actions">
        <LinkButton to={paths.myAccount} variant="primary">
          View all your pledges
        </LinkButton>
        <LinkButton to={paths.feed}>Discover pools</LinkButton>
      </div>
    </div>
  );
}

const lastAt = (pool: Pool) => pool.events.at(-1)?.at ?? pool.endedAt ?? pool.createdAt;
