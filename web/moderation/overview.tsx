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
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { CoverLink } from '#web/admin-table/cover-link.tsx';
import {
  firstPage,
  type ListDefinition,
  type ListPage,
  type ListState,
  listHref,
} from '#web/admin-table/list-state.ts';
import { adminCountsQuery } from '#web/data/admin-counts.ts';
import { type DataQuery, useData } from '#web/data/query.ts';
import { RelativeTime } from '#web/ui/display.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Decisions } from './decisions.tsx';
import { claims, deliveries, pools, records, reports, takedowns, verifications } from './lists.ts';
import { StorageUse, storageQuery } from './storage.tsx';

type Counted = ListPage<{ createdAt: string }>;

interface Tile {
  title: Message;
  /** The text for an empty queue. */
  clear: Message;
  icon: ReactNode;
  to: string;
  wanted: DataQuery<Counted>;
  /** A figure only: no entry waits for a decision. */
  calm?: boolean;
}

interface Source {
  list: ListDefinition;
  page: (state: ListState) => DataQuery<Counted>;
}

/** The oldest entries of a list in this state, and the address that shows them. */
function tileOf({ list, page }: Source, filters: Record<string, string> = {}): Pick<Tile, 'to' | 'wanted'> {
  const start = firstPage(list, filters);
  return { to: listHref(list, start, {}), wanted: page({ ...start, sort: 'oldest' }) };
}

const tiles: readonly Tile[] = [
  {
    title: msg`Creator verifications`,
    clear: msg`No applications waiting`,
    icon: <BadgeCheck aria-hidden="true" />,
    ...tileOf(verifications),
  },
  {
    title: msg`Pool and profile claims`,
    clear: msg`No claims waiting`,
    icon: <Hand aria-hidden="true" />,
    ...tileOf(claims),
  },
  {
    title: msg`Content claims`,
    clear: msg`No deliveries to review`,
    icon: <PackageCheck aria-hidden="true" />,
    ...tileOf(deliveries),
  },
  {
    title: msg`Reports`,
    clear: msg`No open reports or objections`,
    icon: <Flag aria-hidden="true" />,
    ...tileOf(reports),
  },
  {
    title: msg`Copyright notices`,
    clear: msg`No notices waiting`,
    icon: <Copyright aria-hidden="true" />,
    ...tileOf(takedowns),
  },
  {
    title: msg`Pools to review`,
    clear: msg`No pools to review`,
    icon: <ShieldQuestion aria-hidden="true" />,
    ...tileOf(pools, { status: 'in_review' }),
  },
  {
    title: msg`Frozen pools`,
    clear: msg({ message: 'None', context: 'no frozen pools' }),
    icon: <Snowflake aria-hidden="true" />,
    ...tileOf(pools, { status: 'frozen' }),
    calm: true,
  },
  { title: msg`All pools`, clear: msg`None yet`, icon: <Layers aria-hidden="true" />, ...tileOf(pools), calm: true },
  {
    title: msg`Performer records`,
    clear: msg`None yet`,
    icon: <FileLock aria-hidden="true" />,
    ...tileOf(records),
    calm: true,
  },
];

export const overviewQueries: readonly DataQuery<unknown>[] = [
  adminCountsQuery,
  ...tiles.map(({ wanted }) => wanted),
  storageQuery,
];

function Figure({ tile }: { tile: Tile }) {
  const { data, error, refetch, isFetching } = useData(tile.wanted);
  if (!data && error) {
    return (
      // Above the tile's link, so that its button can be pressed.
      <div className="relative *:p-0 *:pt-2">
        <ErrorState
          title={t`We couldn’t load this count`}
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </div>
    );
  }
  if (!data) return <Skeleton className="mt-1 h-16 w-28" />;
  const waiting = data.pagination.totalCount;
  const [first] = data.items;
  return (
    <>
      <span
        className={`num text-2xl leading-[1.1] sm:mt-auto sm:pt-3 sm:text-3xl ${tile.calm || waiting === 0 ? '' : 'text-accent-text'}`}
      >
        {formatNumber(waiting)}
        {data.pagination.countIsCapped ? <span>+</span> : null}
      </span>
      <span className="text-sm text-muted">
        {waiting === 0 || !first ? (
          <span>{textOf(tile.clear)}</span>
        ) : (
          <span>
            <RichText
              text={tile.calm ? msg`oldest <when/>` : msg`waiting, oldest <when/>`}
              tags={{ when: () => <RelativeTime at={first.createdAt} /> }}
            />
          </span>
        )}
      </span>
    </>
  );
}

/** On a phone the figure is beside its words, so that more tiles fit on the screen. */
function TileCard({ tile }: { tile: Tile }) {
  return (
    <li className="group card relative flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-3 sm:min-h-37.5 sm:flex-col sm:flex-nowrap sm:items-stretch sm:gap-0 sm:pt-4 sm:pb-5">
      <h2 className="flex items-center gap-2.5 font-text text-lg leading-[1.3] font-[650] tracking-normal max-sm:basis-full">
        <span className="contents text-muted">{tile.icon}</span>
        <CoverLink to={tile.to} className="underline-offset-3 group-hover:underline after:rounded-xl">
          {textOf(tile.title)}
        </CoverLink>
        <ChevronRight aria-hidden="true" className="ms-auto text-faint" />
      </h2>
      <Figure tile={tile} />
    </li>
  );
}

interface OverviewProps {
  /** Above everything. */
  urgent: ReactNode;
  /** Below the decisions: how to set up the site. */
  setup: ReactNode;
  /** The trends. */
  children: ReactNode;
}

/** Everything that waits for a decision, then the setup and the trends, then all lists with their numbers. */
export function Overview({ urgent, setup, children }: OverviewProps) {
  return (
    <>
      <PageHeader title={t`Admin dashboard`} lead={t`Everything waiting for a decision.`} />
      {urgent}
      <Decisions />
      {setup}
      {children}
      <h2 className="mt-10 mb-4">{t`All lists`}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,--spacing(75)),1fr))] gap-3 sm:gap-4">
        {tiles.map((tile) => (
          <TileCard key={tile.to} tile={tile} />
        ))}
      </ul>
      <StorageUse />
    </>
  );
}
