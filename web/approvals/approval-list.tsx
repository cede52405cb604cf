import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApprovalItem } from '#contract/admin/approvals.ts';
import {
  decideApproval,
  getAdminMoney,
  getAdminUser,
  getApprovalTerms,
  getContentClaim,
  getMovement,
  listApprovals,
} from '#contract/calls/admin.ts';
import { type Message, msg, sentences, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { adminCountsQuery, cappedCount, useLiveAdminLists } from '#web/data/admin-counts.ts';
import { call } from '#web/data/call.ts';
import { useLocation } from '#web/data/location.tsx';
import { useData, useRefresh } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type ApprovalView, approvalsOn, pageIn, viewIn } from './approval-queries.ts';

/** The reads that a decision changes. */
const reads = [listApprovals, getApprovalTerms, getMovement, getAdminMoney, getAdminUser, getContentClaim];

const states: Record<ApprovalItem['status'], readonly [Message, Tone]> = {
  waiting: [msg`Waiting`, 'accent'],
  approved: [msg`Approved`, 'paid'],
  refused: [msg`Refused`, 'danger'],
  withdrawn: [msg`Withdrawn`, 'plain'],
  lapsed: [msg`Lapsed`, 'plain'],
};

const decide = ({ id }: ApprovalItem, decision: 'approve' | 'refuse' | 'withdraw', reason?: string) =>
  call(decideApproval, { params: { id }, body: { decision, ...(reason ? { reason } : {}) } });

/** The effect of an approval. */
const effects: Record<ApprovalItem['kind'], Message> = {
  'payment.refund': msg`The money goes back to the card that paid.`,
  'refund.retry': msg`The refund that failed is sent to the card again.`,
  'refund.settle_outside': msg`We record that the fan was paid outside the card processor. Check that first.`,
  'delivery.approve': msg`Fans get the delivery immediately, and the creator is paid after the quiet period.`,
  'user.promote': msg`They can do everything you can.`,
};

function ApproveDialog({ item, onClose }: { item: ApprovalItem; onClose: () => void }) {
  return (
    <ActionDialog
      title={t`Approve “${{ title: item.title }}”?`}
      action={t`Approve`}
      variant="paid"
      run={() => decide(item, 'approve')}
      refresh={reads}
      done={{
        title: t`Approved`,
        description: t`${{ title: item.title }}. We told @${{ username: item.requester.username }}.`,
      }}
      onClose={onClose}
    >
      <p>{sentences(textOf(effects[item.kind]), t`It happens at once, and the audit trail names both of you.`)}</p>
    </ActionDialog>
  );
}

function RefuseDialog({ item, onClose }: { item: ApprovalItem; onClose: () => void }) {
  return (
    <ActionDialog
      title={t`Refuse “${{ title: item.title }}”?`}
      action={t`Refuse`}
      reason={{
        label: t`Reason`,
        hint: t`@${{ username: item.requester.username }} reads it. It’s also recorded in the audit trail.`,
      }}
      run={(reason) => decide(item, 'refuse', reason)}
      refresh={reads}
      done={{
        title: t`Refused`,
        description: t`We told @${{ username: item.requester.username }}. Nothing was changed.`,
      }}
      onClose={onClose}
    >
      <p>{t`Nothing is changed. They can ask again.`}</p>
    </ActionDialog>
  );
}

function Withdraw({ item }: { item: ApprovalItem }) {
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => decide(item, 'withdraw'),
    onSettled: () => refresh(...reads),
    onSuccess: () => toast({ title: t`Request withdrawn`, description: verbatim(item.title) }),
  });
  return (
    <>
      <Button busy={isPending} onClick={() => mutate()}>{t`Withdraw request`}</Button>
      {error ? (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      ) : null}
    </>
  );
}

function decisionText(status: ApprovalItem['status'], username: string | undefined, date: Text): Text | undefined {
  switch (status) {
    case 'waiting':
      return undefined;
    case 'approved':
      return username ? t`Approved by @${{ username }}, ${{ date }}` : t`Approved on the command line, ${{ date }}`;
    case 'refused':
      return username ? t`Refused by @${{ username }}, ${{ date }}` : t`Refused, ${{ date }}`;
    case 'withdrawn':
      return username ? t`Withdrawn by @${{ username }}, ${{ date }}` : t`Withdrawn, ${{ date }}`;
    case 'lapsed':
      return t`Lapsed, ${{ date }}`;
  }
}

function Outcome({ item: { status, decidedBy, decidedAt, answer } }: { item: ApprovalItem }) {
  if (decidedAt === null) return null;
  const decision = decisionText(status, decidedBy?.username, fullDate(decidedAt));
  if (!decision) return null;
  return (
    <>
      {answer ? (
        <p className="quote wrap-anywhere">
          <b>{t`Reason given`}</b>
          <span className="text-start" dir="auto">
            {answer}
          </span>
        </p>
      ) : null}
      <p className="text-sm text-muted">{decision}</p>
    </>
  );
}

function Request({ item }: { item: ApprovalItem }) {
  const [asking, setAsking] = useState<'approve' | 'refuse'>();
  const { title, about, reason, requester, createdAt, expiresAt, can } = item;
  const [word, tone] = states[item.status];
  const close = () => setAsking(undefined);
  return (
    <li className="card grid gap-3 p-5" aria-label={title}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        <Chip tone={tone}>{textOf(word)}</Chip>
      </div>
      <p className="wrap-anywhere">{about.path ? <TextLink to={about.path}>{about.label}</TextLink> : about.label}</p>
      {reason ? (
        <p className="quote text-start wrap-anywhere" dir="auto">
          {reason}
        </p>
      ) : null}
      <p className="text-sm text-muted">
        <RichText
          text={
            item.status === 'waiting'
              ? msg`Asked by @${{ username: requester.username }} <when/>. Lapses on ${{ date: fullDate(expiresAt) }}.`
              : msg`Asked by @${{ username: requester.username }} <when/>`
          }
          tags={{ when: () => <RelativeTime at={createdAt} /> }}
        />
      </p>
      <Outcome item={item} />
      {can.blocked ? <p className="text-muted">{can.blocked}</p> : null}
      {can.decide ? (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="paid" onClick={() => setAsking('approve')}>{t`Approve…`}</Button>
          <Button onClick={() => setAsking('refuse')}>{t`Refuse…`}</Button>
        </div>
      ) : null}
      {can.withdraw ? (
        <div className="flex flex-wrap items-center gap-2.5">
          <Withdraw item={item} />
        </div>
      ) : null}
      {asking === 'approve' ? <ApproveDialog item={item} onClose={close} /> : null}
      {asking === 'refuse' ? <RefuseDialog item={item} onClose={close} /> : null}
    </li>
  );
}

const hrefOf = (view: ApprovalView, page = 1) => {
  const params = new URLSearchParams({
    ...(view === 'decided' ? { status: view } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return params.size > 0 ? `${paths.adminApprovals}?${params}` : paths.adminApprovals;
};

const emptyTexts: Record<ApprovalView, { title: Message; text: Message }> = {
  waiting: {
    title: msg`Nothing is waiting`,
    text: msg`Large refunds, deliveries with much money and new admins appear here when one admin has asked for them.`,
  },
  decided: {
    title: msg`No decisions yet`,
    text: msg`Requests that were approved, refused, withdrawn or lapsed appear here.`,
  },
};

/** The requests that wait for a second admin, and those that were decided. */
export function ApprovalList() {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const [view, page] = [viewIn(params), pageIn(params)];
  const list = useData(approvalsOn(view, page), { keepPrevious: true });
  const { data: counts } = useData(adminCountsQuery);
  useLiveAdminLists('approvals', listApprovals);
  return (
    <>
      <PageHeader
        title={t`Second admin`}
        lead={t`One admin asked for these. Another one approves or refuses them; after at most 72 hours, they lapse.`}
      />
      <div className="mb-5">
        <LinkTabs
          label={t`Requests`}
          tabs={[
            {
              to: hrefOf('waiting'),
              label: t`Waiting`,
              current: view === 'waiting',
              ...(counts ? { count: cappedCount(counts.approvals.waiting) } : {}),
            },
            { to: hrefOf('decided'), label: t`Decided`, current: view === 'decided' },
          ]}
        />
      </div>
      <Loaded
        of={list}
        loading={<Skeleton className="h-52 rounded-lg" />}
        failed={t`We couldn’t load the requests`}
        empty={({ items }) =>
          items.length === 0 && (
            <div className="card">
              <EmptyState title={textOf(emptyTexts[view].title)}>{textOf(emptyTexts[view].text)}</EmptyState>
            </div>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <ul className="grid max-w-180 gap-4">
              {items.map((item) => (
                <Request key={item.id} item={item} />
              ))}
            </ul>
            <Pagination {...pagination} hrefOf={(number) => hrefOf(view, number)} />
          </>
        )}
      </Loaded>
    </>
  );
}
