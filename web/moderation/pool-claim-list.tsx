import { useState } from 'react';
import { decidePoolClaim, listPoolClaims, type PoolClaimItem } from '#contract/claims.ts';
import { listAdminPools } from '#contract/moderation.ts';
import { creatorPath } from '#contract/paths.ts';
import { getPool, listPools, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { SkeletonList } from '#web/ui/faces.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ActDialog } from './act-dialog.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { OutsideLink } from './outside-link.tsx';
import { Person } from './person.tsx';
import { QueueList, QueueTools, useQueue } from './queue-frame.tsx';
import { QueueTabs } from './queue-tabs.tsx';
import { poolClaimQueue, poolClaimsOf } from './queues.ts';

type Act = 'approve' | 'reject';

const tabs = [
  ['pending', 'Waiting'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
] as const;

const states: Record<PoolClaimItem['status'], readonly [string, Tone]> = {
  pending: ['Under Review', 'accent'],
  approved: ['Approved', 'paid'],
  rejected: ['Rejected', 'danger'],
};

function Details({ item }: { item: PoolClaimItem }) {
  return (
    <dl className="admin-details">
      {item.creatorUsername ? (
        <div>
          <dt>Profile</dt>
          <dd>
            <TextLink to={creatorPath(item.creatorUsername)}>@{item.creatorUsername}</TextLink>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Message</dt>
        <dd className="whitespace-pre-line wrap-anywhere">{item.message}</dd>
      </div>
      <div>
        <dt>Proof</dt>
        <dd>
          <OutsideLink href={item.proofUrl} />
        </dd>
      </div>
    </dl>
  );
}

function ClaimCard({ item, onAct }: { item: PoolClaimItem; onAct: (act: Act) => void }) {
  const [word, tone] = states[item.status];
  return (
    <article className="card admin-card" aria-label={`Claim of ${item.poolTitle} by ${item.user.username}`}>
      <header>
        <Person user={item.user} />
        <div className="admin-when">
          <Chip tone={tone}>{word}</Chip>
          <RelativeTime at={item.createdAt} />
        </div>
      </header>
      <h2 className="text-[1.2rem]">
        <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>
      </h2>
      <Details item={item} />
      {item.reason ? (
        <p className="desk-quote">
          <b>Reason given</b>
          {item.reason}
        </p>
      ) : null}
      {item.status === 'pending' ? (
        <footer>
          <Button variant="paid" onClick={() => onAct('approve')}>
            Approve…
          </Button>
          <Button onClick={() => onAct('reject')}>Reject…</Button>
        </footer>
      ) : null}
    </article>
  );
}

function DecisionDialog({ item, act, onClose }: { item: PoolClaimItem; act: Act; onClose: () => void }) {
  const name = item.user.displayName || item.user.username;
  const decide = (status: 'approved' | 'rejected') => (reason?: string) =>
    call(decidePoolClaim, { params: { id: item.id }, body: { status, ...(reason ? { reason } : {}) } });
  const refresh = [listPoolClaims, listAdminPools, listPools, getPool, resolvePool];
  if (act === 'approve') {
    return (
      <ActDialog
        title={`Give this pool to ${name}?`}
        action="Approve"
        variant="paid"
        run={decide('approved')}
        refresh={refresh}
        done={{ title: 'Approved', description: `${name} can answer the pool now.` }}
        onClose={onClose}
      >
        <p>
          “{item.poolTitle}” is theirs to accept or decline.
          {item.poolStatus === 'goal_met' ? ' Its goal is met: their time to answer starts now.' : ''} Other claims of
          it are rejected.
        </p>
      </ActDialog>
    );
  }
  return (
    <ActDialog
      title="Reject this claim?"
      action="Reject"
      reason={{ label: 'Reason', hint: 'They read this, and may claim again.' }}
      run={decide('rejected')}
      refresh={refresh}
      done={{ title: 'Rejected', description: `${name} is told why.` }}
      onClose={onClose}
    >
      <p>“{item.poolTitle}” stays open to other creators.</p>
    </ActDialog>
  );
}

/** Creators who want to answer a pool that asks no one in particular. */
export function PoolClaimList() {
  const state = useQueue(poolClaimQueue);
  const [acting, setActing] = useState<{ item: PoolClaimItem; act: Act }>();
  return (
    <>
      <PageHeader
        title="Pool claims"
        lead="Is this the creator whom the fans have in mind? Whoever is approved answers the pool."
      />
      <QueueTabs queue={poolClaimQueue} state={state} label="States" tabs={tabs} />
      <QueueTools queue={poolClaimQueue} state={state} searchLabel="Search by pool or creator" />
      <QueueList
        queue={poolClaimQueue}
        state={state}
        wanted={poolClaimsOf(state)}
        loading={
          <SkeletonList count={3}>
            <CardSkeleton />
          </SkeletonList>
        }
        failed="Pool claims could not be loaded"
        empty={{ title: 'Nothing is claimed', text: 'When a creator claims a pool that asks no one, it appears here.' }}
      >
        {(items: PoolClaimItem[], busy) => (
          <div className="grid gap-4" aria-busy={busy}>
            {items.map((item) => (
              <ClaimCard key={item.id} item={item} onAct={(act) => setActing({ item, act })} />
            ))}
          </div>
        )}
      </QueueList>
      {acting ? <DecisionDialog {...acting} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}
