import type { ReactNode } from 'react';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { poolReason } from '#web/pools/next-step-text.tsx';
import { FanMark } from '#web/ui/brand.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day } from '#web/ui/time-left.tsx';

interface RemovedPoolProps {
  pool: Pool;
  /** The outcome of the fan's pledge. */
  money: ReactNode;
  /** Shown if the fan keeps it. */
  delivery: ReactNode;
}

/** The page of a removed pool for a fan who pledged to it. */
export function RemovedPool({ pool, money, delivery }: RemovedPoolProps) {
  const reason = poolReason(pool);
  const face = (
    <div className="face face-page">
      <FanMark />
      <h1>{t`This pool was removed`}</h1>
      <div className="mt-1 flex w-full max-w-text flex-col gap-3 text-lg">
        <p>
          <RichText
            text={
              pool.endedAt
                ? msg`An admin removed “${{ title: pool.title }}” on <day/>. Its page, pictures and comments were deleted.`
                : msg`An admin removed “${{ title: pool.title }}”. Its page, pictures and comments were deleted.`
            }
            tags={{ day: () => <Day at={lastAt(pool)} /> }}
          />
        </p>
        {reason ? <p>{t`The reason given: “${{ reason }}”`}</p> : null}
        {money}
      </div>
      <div className="face-actions">
        <LinkButton to={paths.myAccount} variant="primary">{t`View all your pledges`}</LinkButton>
        <LinkButton to={paths.feed}>{t`Discover pools`}</LinkButton>
      </div>
    </div>
  );
  return pool.hasAccess ? (
    <>
      {face}
      <div className="mx-auto w-full max-w-text px-4 pb-16">{delivery}</div>
    </>
  ) : (
    face
  );
}

const lastAt = (pool: Pool) => pool.events.at(-1)?.at ?? pool.endedAt ?? pool.createdAt;
