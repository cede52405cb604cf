import { BadgeCheck, ChevronRight, Flag, Hand, Layers, PackageCheck, ShieldQuestion, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { grouped } from '#contract/format-number.ts';
import type { pagination } from '#contract/pools.ts';
import { type DataQuery, useData } from '#web/data/query.ts';
import { RelativeTime } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { MissingSettings, missingSettingsQuery } from './missing-settings.tsx';
import { type Queue, type QueueState, queueHref } from './queue-state.ts';
import {
  claimQueue,
  claimsOf,
  claimsOfAll,
  firstPageState,
  poolClaimQueue,
  poolQueue,
  poolsOf,
  reportQueue,
  reportsOf,
  verificationQueue,
  verificationsOf,
} from './queues.ts';
import { StorageUse, storageQuery } from './storage.tsx';

interface Counted {
  items: { createdAt: string }[];
  pagination: z.infer<typeof pagination>;
}

interface Tile {
  title: string;
  /** What a count of nothing means. */
  clear: string;
  icon: ReactNode;
  queue: Queue;
  status: string;
  wanted: DataQuery<Counted>;
  /** Nobody waits here: it is only a number. */
  calm?: boolean;
}

const tileOf = (queue: Queue, queryOf: (state: QueueState) => DataQuery<Counted>) => ({
  queue,
  status: queue.status,
  wanted: queryOf(firstPageState(queue)),
});
const pools = (status: string): Pick<Tile, 'queue' | 'status' | 'wanted'> => ({
  queue: poolQueue,
  status,
  wanted: poolsOf(firstPageState(poolQueue, status)),
});

const tiles: readonly Tile[] = [
  {
    title: 'Creator verifications',
    clear: 'Nobody is waiting',
    icon: <BadgeCheck aria-hidden="true" />,
    ...tileOf(verificationQueue, verificationsOf),
  },
  {
    title: 'Pool and profile claims',
    clear: 'Nothing is claimed',
    icon: <Hand aria-hidden="true" />,
    ...tileOf(poolClaimQueue, claimsOfAll),
  },
  {
    title: 'Content claims',
    clear: 'Nothing to check',
    icon: <PackageCheck aria-hidden="true" />,
    ...tileOf(claimQueue, claimsOf),
  },
  {
    title: 'Reports',
    clear: 'Nobody objects, nothing is reported',
    icon: <Flag aria-hidden="true" />,
    ...tileOf(reportQueue, reportsOf),
  },
  {
    title: 'Pools to open',
    clear: 'Nothing to review',
    icon: <ShieldQuestion aria-hidden="true" />,
    ...pools('in_review'),
  },
  { title: 'Frozen pools', clear: 'None', icon: <Snowflake aria-hidden="true" />, ...pools('frozen'), calm: true },
  { title: 'All pools', clear: 'None yet', icon: <Layers aria-hidden="true" />, ...pools('all'), calm: true },
];

export const overviewQueries: readonly DataQuery<unknown>[] = [
  missingSettingsQuery,
  ...tiles.map(({ wanted }) => wanted),
  storageQuery,
];

function Figure({ tile }: { tile: Tile }) {
  const { data, error, refetch, isFetching } = useData(tile.wanted);
  if (!data && error) {
    return <ErrorState title="Could not be counted" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data) return <Skeleton className="mt-1 h-16 w-28" />;
  const waiting = data.pagination.totalCount;
  const [first] = data.items;
  return (
    <>
      <span className="num admin-figure" data-calm={tile.calm || waiting === 0}>
        {grouped(waiting)}
      </span>
      <span className="text-sm text-muted">
        {waiting === 0 || !first ? (
          tile.clear
        ) : tile.calm ? (
          <>oldest {<RelativeTime at={first.createdAt} />}</>
        ) : (
          <>waiting, the first since {<RelativeTime at={first.createdAt} />}</>
        )}
      </span>
    </>
  );
}

/** How much waits in each queue, and the way there. */
export function Overview() {
  return (
    <>
      <PageHeader title="Admin dashboard" lead="What waits for a decision." />
      <MissingSettings />
      <ul className="admin-tiles">
        {tiles.map((tile) => {
          const state = firstPageState(tile.queue, tile.status);
          const to = queueHref(tile.queue, { ...state, sort: tile.queue.sort }, {});
          return (
            <li key={tile.title} className="card admin-tile">
              <h2>
                {tile.icon}
                <Link to={to}>{tile.title}</Link>
                <ChevronRight aria-hidden="true" className="ml-auto text-faint" />
              </h2>
              <Figure tile={tile} />
            </li>
          );
        })}
      </ul>
      <StorageUse />
    </>
  );
}
