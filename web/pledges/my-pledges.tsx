import { Compass } from 'lucide-react';
import { paths, paymentPath, receiptPath } from '#contract/paths.ts';
import { livePledgeStatuses, type PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { Chip } from '#web/ui/display.tsx';
import { Link, TextLink } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { myPledges } from './my-pledges-query.ts';
import { cardText } from './pledge-facts.ts';
import { describePledge } from './pledge-texts.ts';

function Pledge({ pledge }: { pledge: PledgeView }) {
  const { label, tone, meaning } = describePledge(pledge);
  const changeable = pledge.status === 'pledged' || pledge.status === 'setup_pending';
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-0 grow basis-75">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={pledge.poolPath} className="tap min-w-0 font-semibold wrap-anywhere hover:text-accent-text">
            {pledge.poolTitle}
          </Link>
          <Chip tone={tone}>{label}</Chip>
        </div>
        <p className="mt-1 text-sm text-muted" suppressHydrationWarning>
          {meaning}
        </p>
        <p className="text-sm text-faint">
          {fullDate(pledge.createdAt)}
          <span>{pledge.card ? ` · ${cardText(pledge.card)}` : ''}</span>
          {pledge.anonymous ? <span> · not shown to other fans</span> : null}
          {pledge.paidAt ? (
            <span>
              {' · '}
              <TextLink to={receiptPath(pledge.id)} className="tap">
                Receipt<span className="sr-only"> for {pledge.poolTitle}</span>
              </TextLink>
            </span>
          ) : null}
        </p>
      </div>
      <span className="num text-xl">{formatMoney(pledge.amountCents)}</span>
      {pledge.status === 'notified' || pledge.cardExpiresOn ? (
        <LinkButton to={paymentPath(pledge.id)} variant="primary" className="max-sm:ml-auto sm:min-w-44">
          {pledge.status === 'notified' ? 'Pay Now' : 'Replace card'}
        </LinkButton>
      ) : (
        <LinkButton to={pledge.poolPath} className="max-sm:ml-auto sm:min-w-44">
          {changeable ? 'Change or withdraw' : 'View pool'}
          <span className="sr-only">: {pledge.poolTitle}</span>
        </LinkButton>
      )}
    </li>
  );
}

function PledgeList({ title, pledges }: { title: string; pledges: readonly PledgeView[] }) {
  if (pledges.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-2.5 first:mt-0">{title}</h3>
      <ul className="long-list card divide-y divide-line">
        {pledges.map((pledge) => (
          <Pledge key={pledge.id} pledge={pledge} />
        ))}
      </ul>
    </>
  );
}

export function PledgesSkeleton() {
  return (
    <div className="card divide-y divide-line">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-5 px-5 py-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
          <Skeleton className="h-6 w-14" />
          <Skeleton className="h-11 w-32" />
        </div>
      ))}
    </div>
  );
}

/** Not ended and not paid. Each pledge is either live, paid or ended. */
const isLive = ({ status }: PledgeView) => livePledgeStatuses.includes(status) && status !== 'paid';

const filters = {
  due: ['Payment due', ({ status }) => status === 'notified'],
  live: ['Active', (pledge) => isLive(pledge)],
  paid: ['Paid', ({ status }) => status === 'paid'],
  over: ['Ended', (pledge) => !isLive(pledge) && pledge.status !== 'paid'],
} as const satisfies Record<string, readonly [label: string, holds: (pledge: PledgeView) => boolean]>;
export type PledgeFilter = keyof typeof filters;
const filterNames = Object.keys(filters) as PledgeFilter[];

export function pledgeFilterIn(search: URLSearchParams): PledgeFilter | undefined {
  return filterNames.find((name) => name === search.get('status'));
}

const noPledges = (
  <div className="card">
    <EmptyState
      title="No pledges yet"
      actions={
        <LinkButton to={paths.feed} variant="primary" icon={<Compass aria-hidden="true" />}>
          Discover pools
        </LinkButton>
      }
    >
      Find a pool to back. Your pledges appear here, with what happens to your money.
    </EmptyState>
  </div>
);

interface MyPledgesProps {
  filter: PledgeFilter | undefined;
  hrefOf: (filter: PledgeFilter | undefined) => string;
}

/** The groups without a filter. Due pledges appear in the first group only. */
const everyKind = ['due', 'live', 'paid', 'over'] as const;

/** All pledges of the fan, grouped as due, active, paid and ended; or one group if a filter is set. */
export function MyPledges({ filter, hrefOf }: MyPledgesProps) {
  const pledges = useData(myPledges);
  return (
    <Loaded
      of={pledges}
      loading={<PledgesSkeleton />}
      failed="We couldn’t load your pledges"
      empty={(data) => data.length === 0 && noPledges}
    >
      {(data) => {
        const shown = filter ? [filter] : everyKind;
        const standIn = (name: PledgeFilter) =>
          data.filter(
            (pledge) => filters[name][1](pledge) && (filter || name === 'due' || pledge.status !== 'notified'),
          );
        const empty = filter && !data.some(filters[filter][1]);
        return (
          <>
            <ChoiceLinks
              label="Pledges by state"
              choices={[
                { to: hrefOf(undefined), label: 'All', count: data.length, current: !filter },
                ...filterNames.map((name) => ({
                  to: hrefOf(name),
                  label: filters[name][0],
                  count: data.filter(filters[name][1]).length,
                  current: name === filter,
                })),
              ]}
            />
            {shown.map((name) => (
              <PledgeList key={name} title={filters[name][0]} pledges={standIn(name)} />
            ))}
            {empty ? (
              <div className="card">
                <EmptyState title="You have no pledges here yet" />
              </div>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}
