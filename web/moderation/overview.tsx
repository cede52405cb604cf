import {
  BadgeCheck,
  ChevronRight,
  Copyright,
  FileLock,
  Flag,
  Hand,
  Layers,
  PackageCheck,
  ShieldQuestion,
  Snowflake,
} from 'lucide-react';
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
  recordsOf,
  recordsQueue,
  reportQueue,
  reportsOf,
  takedownQueue,
  takedownsOf,
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
  /** The text for an empty queue. */
  clear: string;
  icon: ReactNode;
  queue: Queue;
  status: string;
  wanted: DataQuery<Counted>;
  /** A figure only: no entry waits for a decision. */
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
    clear: 'No applications waiting',
    icon: <BadgeCheck aria-hidden="true" />,
    ...tileOf(verificationQueue, verificationsOf),
  },
  {
    title: 'Pool and profile claims',
    clear: 'No claims waiting',
    icon: <Hand aria-hidden="true" />,
    ...tileOf(poolClaimQueue, claimsOfAll),
  },
  {
    title: 'Content claims',
    clear: 'No deliveries to review',
    icon: <PackageCheck aria-hidden="true" />,
    ...tileOf(claimQueue, claimsOf),
  },
  {
    title: 'Reports',
    clear: 'No open reports or objections',
    icon: <Flag aria-hidden="true" />,
    ...tileOf(reportQueue, reportsOf),
  },
  {
    title: 'Copyright notices',
    clear: 'No notices waiting',
    icon: <Copyright aria-hidden="true" />,
    ...tileOf(takedownQueue, takedownsOf),
  },
  {
    title: 'Pools to open',
    clear: 'No pools to review',
    icon: <ShieldQuestion aria-hidden="true" />,
    ...pools('in_review'),
  },
  { title: 'Frozen pools', clear: 'None', icon: <Snowflake aria-hidden="true" />, ...pools('frozen'), calm: true },
  { title: 'All pools', clear: 'None yet', icon: <Layers aria-hidden="true" />, ...pools('all'), calm: true },
  {
    title: 'Performer records',
    clear: 'None yet',
    icon: <FileLock aria-hidden="true" />,
    ...tileOf(recordsQueue, recordsOf),
    calm: true,
  },
];

export const overviewQueries: readonly DataQuery<unknown>[] = [
  missingSettingsQuery,
  ...tiles.map(({ wanted }) => wanted),
  storageQuery,
];

function Figure({ tile }: { tile: Tile }) {
  const { data, error, refetch, isFetching } = useData(tile.wanted);
  if (!data && error) {
    return (
      <ErrorState
        title="This count could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
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
          <>waiting, oldest {<RelativeTime at={first.createdAt} />}</>
        )}
      </span>
    </>
  );
}

/** The number of entries in each queue, with links. */
export function Overview() {
  return (
    <>
      <PageHeader title="Admin dashboard" lead="Everything waiting for a decision." />
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
