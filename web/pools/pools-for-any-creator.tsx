import { Hand } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { poolsForAnyCreatorPath } from '#contract/paths.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loading-states.tsx';
import { openToAny } from './feed-filter.ts';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';

const shownMost = 3;

/** On the creator's dashboard: the newest pools that any verified creator can take. */
export function PoolsForAnyCreator() {
  const feed = useData(openToAny);
  const total = feed.data?.pagination.totalCount ?? 0;
  return (
    <section className="mt-10" aria-labelledby="any-creator">
      <h2 id="any-creator" className="mb-4 flex items-center gap-2.5">
        <Hand aria-hidden="true" className="text-muted" />
        {t`Open to any creator`}{' '}
        {feed.data ? (
          <span className="font-text text-lg leading-none font-semibold tracking-normal text-muted">
            {formatNumber(total)}
          </span>
        ) : null}
      </h2>
      <Loaded
        of={feed}
        loading={<PoolGridSkeleton count={shownMost} />}
        failed={t`We couldn’t load these pools`}
        empty={({ pools }) =>
          pools.length === 0 && (
            <p className="text-muted">{t`No pool is waiting for a creator right now. New ones appear here.`}</p>
          )
        }
      >
        {({ pools }) => (
          <>
            <p className="mb-4 max-w-204 text-sm text-muted">{t`Fans started these pools without naming a creator. Open one to claim it.`}</p>
            <PoolGrid pools={pools.slice(0, shownMost)} fill />
            {total > shownMost ? (
              <p className="mt-4">
                <LinkButton to={poolsForAnyCreatorPath}>{t`See all ${{ number: formatNumber(total) }}`}</LinkButton>
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  );
}
