import type { CreatorRequest, listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Message, msg, plural, sentenceSpace, type Text, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { poolFansPath } from '#contract/paths.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day } from '#web/ui/time-left.tsx';
import { payoutsOn, requestsOn } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { useRetryPayout } from './payout-pages.ts';
import { useHrefOf } from './stage-page.tsx';

type Payout = OutputOf<typeof listCreatorPayouts>['payouts'][number];

const states: Record<Payout['status'], readonly [Message, Tone]> = {
  waiting: [msg`Waiting for your payout setup`, 'accent'],
  pending: [msg({ message: 'Preparing', context: 'a payout that is not sent yet' }), 'plain'],
  in_transit: [msg`In transit`, 'accent'],
  paid: [msg({ message: 'Paid', context: 'a payout' }), 'paid'],
  failed: [msg`Came back`, 'danger'],
};

function labelOf({ status, heldBack, onHold, accountHeldUntil }: Payout): Text {
  if (onHold) return t`Held by an admin`;
  if (accountHeldUntil) return t`Waits until ${{ date: fullDate(accountHeldUntil) }}`;
  return heldBack ? t`Waiting for the owner of this site` : textOf(states[status][0]);
}

function SendAgain({ payout }: { payout: Payout }) {
  const { mutate, isPending } = useRetryPayout();
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate(payout.id)}>
      <RichText
        text={msg`Send again<hidden> the payout for ${{ title: payout.poolTitle ?? '' }}</hidden>`}
        tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
      />
    </Button>
  );
}

const payoutColumns = (): readonly Column<Payout>[] => [
  { key: 'pool', header: t`Pool`, cell: (row) => row.poolTitle ?? '–' },
  {
    key: 'status',
    header: t`Status`,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-2">
        <Chip tone={states[row.status][1]}>{labelOf(row)}</Chip>
        {row.status === 'failed' && !row.onHold && !row.accountHeldUntil ? <SendAgain payout={row} /> : null}
      </span>
    ),
  },
  { key: 'date', header: t`Date`, cell: (row) => <Day at={row.paidAt ?? row.createdAt} /> },
  {
    key: 'amount',
    header: t`Amount`,
    align: 'end',
    cell: (row) => (
      <>
        {formatMoneyExact(row.amountCents)}
        {row.deductedCents > 0 ? (
          <span className="block text-sm text-muted">{t`after ${{ amount: formatMoneyExact(row.deductedCents) }} you owed`}</span>
        ) : null}
        {row.reversedCents > 0 ? (
          <span className="block text-sm text-muted">{t`${{ amount: formatMoneyExact(row.reversedCents) }} was taken back`}</span>
        ) : null}
      </>
    ),
  },
];

/** The creator's payouts, newest first. */
export function PayoutList({ page }: { page: number }) {
  const list = useData(payoutsOn(page), { keepPrevious: true });
  const hrefOf = useHrefOf('payouts');
  return (
    <DashboardSection id="payouts" title={t`Payouts`} screenOnly>
      <Loaded
        of={list}
        loading={<Skeleton className="h-52 rounded-lg" />}
        failed={t`We couldn’t load your payouts`}
        empty={({ pagination }) =>
          pagination.totalCount === 0 && (
            <div className="card">
              <EmptyState
                title={t`No payouts yet`}
              >{t`A payout starts automatically when a delivery’s quiet period ends.`}</EmptyState>
            </div>
          )
        }
      >
        {({ payouts, pagination }) => (
          <>
            <DataTable
              caption={t`List of payouts`}
              columns={payoutColumns()}
              rows={payouts}
              rowKey={(row) => row.id}
              busy={list.isPlaceholderData}
            />
            <div className="mt-6">
              <Pagination {...pagination} hrefOf={hrefOf} from={pagination.pageSize} />
            </div>
          </>
        )}
      </Loaded>
    </DashboardSection>
  );
}

const endedColumns = (): readonly Column<CreatorRequest>[] => [
  {
    key: 'pool',
    header: t`Pool`,
    cell: (row) => (
      <Link to={row.canonicalPath} className="flex items-center gap-3 font-semibold hover:underline wrap-anywhere">
        <span className="relative block size-11 shrink-0 overflow-hidden rounded-md bg-sunken *:size-full *:object-cover">
          <PoolPicture pool={row} sizes="64px" />
        </span>
        <span dir="auto">{row.title}</span>
      </Link>
    ),
  },
  {
    key: 'status',
    header: t`How it ended`,
    cell: (row) => (
      <Chip tone={row.status === 'completed' ? 'paid' : 'plain'}>{textOf(poolStatusWords[row.status])}</Chip>
    ),
  },
  {
    key: 'date',
    header: t({ message: 'Ended', context: 'the date when a pool ended' }),
    cell: (row) => (row.endedAt ? <Day at={row.endedAt} /> : '–'),
  },
  {
    key: 'net',
    header: t`You received`,
    align: 'end',
    cell: (row) => (row.wasCompleted ? formatMoneyExact(row.forecast.netCents) : '–'),
  },
  {
    key: 'fans',
    header: t`Fans`,
    cell: (row) =>
      row.status === 'removed' ? (
        '–'
      ) : (
        <Link to={poolFansPath(row.id)} className="text-link">
          <RichText
            text={msg`${plural({ fans: row.fanCount }, { one: '# fan', other: '# fans' })}<hidden> of ${{ title: row.title }}</hidden>`}
            tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
          />
        </Link>
      ),
  },
];

/** The sum that the creator received, above a list that fits on one page. */
function EndedSum({ items }: { items: readonly CreatorRequest[] }) {
  const delivered = items.filter(({ wasCompleted }) => wasCompleted);
  const cents = delivered.reduce((sum, { forecast }) => sum + forecast.netCents, 0);
  return (
    <p className="mb-4 text-muted">
      {delivered.length > 0 ? (
        <span>
          <RichText
            text={msg`You received <amount>${{ amount: formatMoneyExact(cents) }}</amount> for ${plural({ deliveries: delivered.length }, { one: '# delivery', other: '# deliveries' })}.`}
            tags={{ amount: (text) => <b className="num text-ink">{text}</b> }}
          />
          {sentenceSpace()}
        </span>
      ) : null}
      <span>{t`Declined and refunded pools stay in this list too.`}</span>
    </p>
  );
}

/** The creator's ended pools, newest first. */
export function EndedList({ page }: { page: number }) {
  const list = useData(requestsOn('ended', page), { keepPrevious: true });
  const hrefOf = useHrefOf('page');
  return (
    <section aria-labelledby="ended">
      <h2 id="ended" className="sr-only">{t`Ended pools`}</h2>
      <Loaded
        of={list}
        loading={<Skeleton className="h-80 rounded-lg" />}
        failed={t`We couldn’t load your ended pools`}
        empty={({ pagination }) =>
          pagination.totalCount === 0 && (
            <div className="card">
              <EmptyState
                title={t`No pool has ended yet`}
              >{t`Pools that were delivered, declined or refunded appear here with what you received.`}</EmptyState>
            </div>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            {pagination.totalPages === 1 ? <EndedSum items={items} /> : null}
            <DataTable
              caption={t`List of ended pools`}
              columns={endedColumns()}
              rows={items}
              rowKey={(row) => row.id}
              busy={list.isPlaceholderData}
            />
            <div className="mt-6">
              <Pagination {...pagination} hrefOf={hrefOf} from={limits.creatorRequestsPageSize} />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}
