import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { type ClaimItem, listClaims } from '#contract/claims.ts';
import { creatorPath } from '#contract/paths.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ClaimDecision, claimReads, decide, rejectReason } from './claim-decision.tsx';
import {
  byTime,
  type ClaimAction,
  ClaimActions,
  claimMenu,
  claimTabs,
  Entry,
  nameOf,
  StateCell,
  timeOrders,
} from './entry.tsx';
import { claims } from './lists.ts';
import { UntrustedLink } from './untrusted-link.tsx';

const states: Record<ClaimItem['status'], readonly [string, Tone]> = {
  pending: ['Under Review', 'accent'],
  approved: ['Approved', 'paid'],
  rejected: ['Rejected', 'danger'],
};

const kinds = {
  name: 'kind',
  label: 'Kind',
  options: [
    ['', 'All kinds'],
    ['pool', 'Pools'],
    ['creator', 'Profiles'],
  ],
} as const;

/** What is claimed. */
const claimedOf = (item: ClaimItem) =>
  item.kind === 'pool' ? item.poolTitle : `${item.creatorName} (@${item.creatorUsername})`;

/** The claimant's own profile, if they have one. A claimed profile is the card's heading. */
function OwnProfile({ item }: { item: ClaimItem }) {
  if (item.kind === 'creator' || !item.creatorUsername) return null;
  return (
    <div>
      <dt>Profile</dt>
      <dd>
        <TextLink to={creatorPath(item.creatorUsername)}>@{item.creatorUsername}</TextLink>
      </dd>
    </div>
  );
}

function Heading({ item }: { item: ClaimItem }) {
  if (item.kind === 'pool') return <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>;
  const name = `${item.creatorName} (@${item.creatorUsername})`;
  return <>Profile of {item.exists ? <TextLink to={creatorPath(item.creatorUsername)}>{name}</TextLink> : name}</>;
}

function ClaimEntry({ item, onAct }: { item: ClaimItem; onAct: (act: ClaimAction) => void }) {
  const about = item.kind === 'pool' ? item.poolTitle : `the profile @${item.creatorUsername}`;
  return (
    <Entry
      label={`Claim of ${about} by ${item.user.username}`}
      user={item.user}
      state={states[item.status]}
      at={item.createdAt}
      decidedAt={item.decidedAt}
      answer={item.reason ? ['Reason given', item.reason] : undefined}
      footer={item.status === 'pending' ? <ClaimActions onAct={onAct} /> : null}
    >
      <h3 className="text-lg wrap-anywhere">
        <Heading item={item} />
      </h3>
      <dl className="admin-details">
        <OwnProfile item={item} />
        <div>
          <dt>Message</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{item.message}</dd>
        </div>
        <div>
          <dt>Proof</dt>
          <dd>
            <UntrustedLink href={item.proofUrl} />
          </dd>
        </div>
      </dl>
    </Entry>
  );
}

const bulk: readonly BulkAction<ClaimItem>[] = [
  {
    key: 'approve',
    label: 'Approve',
    icon: <Check aria-hidden="true" />,
    variant: 'paid',
    plan: (item) => {
      if (item.status !== 'pending') return { skip: 'It has been decided.' };
      return {
        change:
          item.kind === 'pool'
            ? `${nameOf(item.user)} can answer this pool; other claims of it are rejected`
            : `${nameOf(item.user)} owns @${item.creatorUsername} and is verified`,
      };
    },
    run: (item) => decide(item, 'approved'),
    done: 'Approved',
    refresh: claimReads,
  },
  {
    key: 'reject',
    label: 'Reject',
    icon: <X aria-hidden="true" />,
    variant: 'danger',
    reason: rejectReason,
    plan: ({ status, user }) =>
      status === 'pending' ? { change: `${nameOf(user)} gets your reason` } : { skip: 'It has been decided.' },
    run: (item, reason) => decide(item, 'rejected', reason),
    done: 'Rejected',
    refresh: claimReads,
  },
];

const columns: readonly ListColumn<ClaimItem>[] = [
  { key: 'status', header: 'State', cell: ({ status }) => <StateCell state={states[status]} /> },
  { key: 'kind', header: 'Kind', extra: true, cell: ({ kind }) => (kind === 'pool' ? 'Pool' : 'Profile') },
  { key: 'created', header: 'Claimed', sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Claims of pools that ask no one, and of profiles that fans have added. */
export function ClaimList() {
  const [asked, setAsked] = useState<{ item: ClaimItem; act: ClaimAction }>();
  return (
    <>
      <AdminList<ClaimItem>
        list={claims.list}
        title="Pool claims and profile claims"
        lead="Is this the creator the fans have in mind? If you approve a claim, this person can answer the pool or owns the profile."
        header="Claim"
        endpoint={listClaims}
        wanted={claims.page}
        live="claims"
        tabs={{ name: 'status', label: 'States', tabs: claimTabs }}
        filters={[kinds]}
        orders={timeOrders}
        searchLabel="Search by pool, creator or person"
        failed="Claims could not be loaded"
        empty={{
          title: 'No claims waiting',
          text: 'When a creator claims a pool that asks no one, or a profile that fans have added, it appears here.',
        }}
        bulk={bulk}
        row={{
          title: claimedOf,
          name: (item) => `${claimedOf(item)} by ${item.user.username}`,
          subtitle: ({ user }) => `by ${nameOf(user)}`,
          columns,
          actions: (item) => (item.status === 'pending' ? claimMenu((act) => setAsked({ item, act })) : []),
        }}
        drawer={({ id, row, onClose }) => (
          <DetailDrawer
            id={id}
            wanted={claims.detail(id)}
            row={row}
            title={({ kind }) => (kind === 'pool' ? 'Pool claim' : 'Profile claim')}
            name={claimedOf}
            onClose={onClose}
          >
            {(item) => <ClaimEntry item={item} onAct={(act) => setAsked({ item, act })} />}
          </DetailDrawer>
        )}
      />
      {asked ? <ClaimDecision {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
