import { decidePoolClaim, listPoolClaims, type PoolClaimItem } from '#contract/claims.ts';
import { listAdminPools } from '#contract/moderation.ts';
import { creatorPath } from '#contract/paths.ts';
import { getPool, listPools, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import type { Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ActDialog } from './act-dialog.tsx';
import { OutsideLink } from './outside-link.tsx';
import { type ClaimAct, ClaimActs, claimTabs, QueueCard, QueuePage } from './queue-page.tsx';
import { poolClaimQueue, poolClaimsOf } from './queues.ts';

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

function ClaimCard({ item, onAct }: { item: PoolClaimItem; onAct: (act: ClaimAct) => void }) {
  return (
    <QueueCard
      label={`Claim of ${item.poolTitle} by ${item.user.username}`}
      user={item.user}
      state={states[item.status]}
      at={item.createdAt}
      answer={item.reason ? ['Reason given', item.reason] : undefined}
      footer={item.status === 'pending' ? <ClaimActs onAct={onAct} /> : null}
    >
      <h2 className="text-[1.2rem]">
        <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>
      </h2>
      <Details item={item} />
    </QueueCard>
  );
}

function DecisionDialog({ item, act, onClose }: { item: PoolClaimItem; act: ClaimAct; onClose: () => void }) {
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
  return (
    <QueuePage<PoolClaimItem, ClaimAct>
      queue={poolClaimQueue}
      title="Pool claims"
      lead="Is this the creator whom the fans have in mind? Whoever is approved answers the pool."
      tabs={claimTabs}
      searchLabel="Search by pool or creator"
      wanted={poolClaimsOf}
      failed="Pool claims could not be loaded"
      empty={{ title: 'Nothing is claimed', text: 'When a creator claims a pool that asks no one, it appears here.' }}
      card={(item, onAct) => <ClaimCard item={item} onAct={onAct} />}
      dialog={(item, act, onClose) => <DecisionDialog item={item} act={act} onClose={onClose} />}
    />
  );
}
