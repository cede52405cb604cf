import { useMutation } from '@tanstack/react-query';
import { Download, Mail } from 'lucide-react';
import { useState } from 'react';
import { listContributors, setLatePledges } from '#contract/calls/creators.ts';
import { type Contributor, contributorStatusWords, latePledgePoolStatuses } from '#contract/contributors.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import { formatItems } from '#contract/language/lists.ts';
import { msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { paths, userPath } from '#contract/paths.ts';
import { inThisLanguage } from '#contract/sharing.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { AgeGate } from '#web/age/age-gate.tsx';
import { call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day } from '#web/ui/time-left.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { contributorsOf, requestOf, sentMessagesOf, useRefreshDashboard } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { listPageIn, useHrefOf } from './stage-page.tsx';

type Totals = OutputOf<typeof listContributors>['totals'];

const tones: Partial<Record<Contributor['status'], Tone>> = {
  paid: 'paid',
  pledged: 'accent',
  charging: 'accent',
  notified: 'danger',
};

const columns = (): readonly Column<Contributor>[] => [
  {
    key: 'fan',
    header: t`Fan`,
    cell: ({ fan }) =>
      fan ? (
        <Link to={userPath(fan.username)} className="font-semibold hover:underline wrap-anywhere">
          {fan.displayName ?? fan.username}
        </Link>
      ) : (
        <span className="text-muted">{t`Anonymous fan`}</span>
      ),
  },
  {
    key: 'status',
    header: t`Status`,
    cell: ({ status }) => <Chip tone={tones[status]}>{textOf(contributorStatusWords[status])}</Chip>,
  },
  {
    key: 'pledged',
    header: t({ message: 'Pledged', context: 'the date of a pledge' }),
    cell: ({ pledgedAt }) => <Day at={pledgedAt} />,
  },
  {
    key: 'paid',
    header: t({ message: 'Paid', context: 'the date of a payment' }),
    cell: ({ paidAt }) => (paidAt ? <Day at={paidAt} /> : '–'),
  },
  { key: 'amount', header: t`Amount`, align: 'end', cell: ({ amountCents }) => formatMoneyExact(amountCents) },
];

/** The switch for fans who join after the delivery. */
function LatePledges({ pool }: { pool: CreatorRequest }) {
  const refresh = useRefreshDashboard();
  const [wanted, setWanted] = useState(pool.allowsLatePledges);
  const { mutate, isPending } = useMutation({
    mutationFn: (allowed: boolean) => call(setLatePledges, { params: { id: pool.id }, body: { allowed } }),
    onMutate: setWanted,
    onSuccess: async ({ allowed }) => {
      await refresh();
      toast({ title: allowed ? t`Late pledges are on` : t`Late pledges are off`, durationMs: 3000 });
    },
    onError: (error) => {
      setWanted(pool.allowsLatePledges);
      toastError(error, t`Nothing was changed`);
    },
  });
  if (!latePledgePoolStatuses.includes(pool.status)) return null;
  return (
    <Checkbox
      label={t`Allow late pledges`}
      note={t`Fans can still join after the delivery. Their card is charged right away, and they get access.`}
      checked={wanted}
      disabled={isPending || !pool.can.setLatePledges}
      onChange={(event) => mutate(event.target.checked)}
    />
  );
}

function SentMessages({ poolId }: { poolId: string }) {
  const sent = useData(sentMessagesOf(poolId)).data?.messages ?? [];
  if (sent.length === 0) return null;
  return (
    <DashboardSection id="sent" title={t`Sent messages`}>
      <ul className="grid gap-3">
        {sent.map(({ id, text, recipientCount, createdAt }) => (
          <li key={id} className="card p-4">
            <p className="text-sm text-muted">
              <RichText
                text={msg`<when/> · to ${plural({ fans: recipientCount }, { one: '# fan', other: '# fans' })}`}
                tags={{ when: () => <RelativeTime at={createdAt} /> }}
              />
            </p>
            <p className="user-text mt-1 whitespace-pre-line wrap-anywhere" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </DashboardSection>
  );
}

/** A list of figures, each a separate text. */
function summaryOf({ liveCount, paidCents, pledgedCents, dueCents, refundedCents, disputedCents }: Totals): Text {
  const parts = [
    t`${plural({ fans: liveCount }, { one: '# fan', other: '# fans' })}`,
    t`${{ amount: formatMoney(pledgedCents) }} pledged`,
    ...(paidCents > 0 ? [t`${{ amount: formatMoney(paidCents) }} paid`] : []),
    ...(dueCents > 0 ? [t`${{ amount: formatMoney(dueCents) }} due`] : []),
    ...(disputedCents > 0 ? [t`${{ amount: formatMoney(disputedCents) }} frozen by disputes`] : []),
    ...(refundedCents > 0 ? [t`${{ amount: formatMoney(refundedCents) }} refunded`] : []),
  ];
  return formatItems(parts);
}

function FansOf({ pool }: { pool: CreatorRequest }) {
  const page = listPageIn(useSearch(), 'page');
  const hrefOf = useHrefOf('page');
  const list = useData(contributorsOf(pool.id, page), { keepPrevious: true });
  const [writing, setWriting] = useState(false);
  const live = list.data?.totals.liveCount ?? 0;
  return (
    <>
      <div className="mb-5 grid gap-4">
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="primary"
            icon={<Mail aria-hidden="true" />}
            disabled={live === 0 || pool.frozen}
            onClick={() => setWriting(true)}
          >{t`Message all fans`}</Button>
          <a
            href={inThisLanguage(endpointUrl({ path: `${listContributors.path}.csv` }, { id: pool.id }))}
            download
            className={buttonClass()}
          >
            <Download aria-hidden="true" />
            {t`Download CSV`}
          </a>
        </div>
        <LatePledges pool={pool} />
      </div>
      <Loaded
        of={list}
        loading={<Skeleton className="h-80 rounded-lg" />}
        failed={t`We couldn’t load the fans`}
        empty={({ pagination }) =>
          pagination.totalCount === 0 && (
            <div className="card">
              <EmptyState title={t`No pledges yet`}>{t`Fans appear here as soon as they pledge.`}</EmptyState>
            </div>
          )
        }
      >
        {({ items, pagination, totals }) => (
          <>
            <p className="mb-3 text-muted tabular-nums">{summaryOf(totals)}</p>
            <DataTable
              caption={t`Fans of this pool`}
              columns={columns()}
              rows={items}
              rowKey={({ pledgeId }) => pledgeId}
              busy={list.isPlaceholderData}
              compact
            />
            <div className="mt-6">
              <Pagination {...pagination} hrefOf={hrefOf} from={pagination.pageSize} />
            </div>
          </>
        )}
      </Loaded>
      <SentMessages poolId={pool.id} />
      {writing ? <MessageDialog pool={pool} fans={live} onClose={() => setWriting(false)} /> : null}
    </>
  );
}

/** The fans of one pool: their pledges, messages to them, and the switch for late pledges. */
export function PoolFans({ poolId }: { poolId: string }) {
  const pool = useData(requestOf(poolId));
  const title = pool.data?.request?.title;
  return (
    <>
      <PageHeader
        back={paths.dashboard}
        title={title ? <span className="wrap-anywhere">{t`Fans of “${{ title }}”`}</span> : t`Fans`}
      />
      <Loaded of={pool} loading={<Skeleton className="h-96 rounded-lg" />} failed={t`We couldn’t load this pool`}>
        {({ request }) =>
          request ? (
            <>
              <FansOf pool={request} />
              <AgeGate active={request.adult} onRefuse={() => navigate(paths.dashboard)} />
            </>
          ) : (
            <EmptyState
              title={t`This pool is not on your dashboard`}
            >{t`It was withdrawn, or it is now assigned to another creator.`}</EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
