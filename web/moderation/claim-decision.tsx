import { listAdminPools } from '#contract/calls/admin.ts';
import { decideClaim, getClaim, getCreator, listClaims, listCreators } from '#contract/calls/creators.ts';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import type { ClaimItem, CreatorClaimItem, PoolClaimItem } from '#contract/claims.ts';
import { msg, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import type { ClaimAction } from './claim-actions.tsx';

/** Endpoints whose data a decision changes. */
export const claimReads = [
  listClaims,
  getClaim,
  listAdminPools,
  listPools,
  getPool,
  resolvePool,
  getCreator,
  listCreators,
];

function ApprovePool({ item, name }: { item: PoolClaimItem; name: string }) {
  return (
    <p>
      {sentences(
        t`${{ name }} can then accept or decline “${{ poolTitle: item.poolTitle }}”.`,
        item.poolStatus === 'goal_met' ? t`Its goal is met, so their time to answer starts now.` : '',
        t`Other claims to this pool are rejected. We’ll notify ${{ name }}.`,
      )}
    </p>
  );
}

function ApproveProfile({ item, name }: { item: CreatorClaimItem; name: string }) {
  if (item.handedOverAt) {
    return (
      <p>
        {t`${{ name }} gets the check mark and the pools that fans opened before the claim. Their fans hear who claimed the profile, and can withdraw. Other claims to the profile are rejected.`}
      </p>
    );
  }
  return (
    <p>
      {t`${{ name }} becomes a verified creator with the profile @${{ username: item.creatorUsername }}. Pools for this profile appear in their dashboard, and their fans hear who claimed the profile. Other claims to the profile are rejected.`}
    </p>
  );
}

function outcomeOfRejection(item: ClaimItem, name: string): Text {
  if (item.kind === 'pool') return t`“${{ poolTitle: item.poolTitle }}” stays open to other creators.`;
  if (!item.handedOverAt) return t`Nothing changes: the profile stays unclaimed, and its pools wait for the creator.`;
  return t`${{ name }} loses the profile, which is unclaimed again with its links and texts as they are now. Pools that ${{ name }} has not answered wait for the creator again, and finished ones take no more late pledges.`;
}

export const decide = ({ id }: ClaimItem, status: 'approved' | 'rejected', reason?: string) =>
  call(decideClaim, { params: { id }, body: { status, ...(reason ? { reason } : {}) } });

export const rejectReason = { label: msg`Reason`, hint: msg`The claimant sees this and may claim again.` };

/** Confirms before the admin approves or rejects a claim. */
export function ClaimDecision({ item, act, onClose }: { item: ClaimItem; act: ClaimAction; onClose: () => void }) {
  const name = item.user.displayName || item.user.username;
  const pool = item.kind === 'pool';
  if (act === 'approve') {
    return (
      <ActionDialog
        title={pool ? t`Give this pool to ${{ name }}?` : t`Give this profile to ${{ name }}?`}
        action={t`Approve`}
        variant="paid"
        run={(reason) => decide(item, 'approved', reason)}
        refresh={claimReads}
        done={{
          title: t`Approved`,
          description: pool
            ? t`${{ name }} can now accept or decline the pool.`
            : t`${{ name }} is now a verified creator.`,
        }}
        onClose={onClose}
      >
        {pool ? <ApprovePool item={item} name={name} /> : <ApproveProfile item={item} name={name} />}
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={t`Reject this claim?`}
      action={t`Reject`}
      reason={{ label: textOf(rejectReason.label), hint: textOf(rejectReason.hint) }}
      run={(reason) => decide(item, 'rejected', reason)}
      refresh={claimReads}
      done={{ title: t`Rejected`, description: t`We sent your reason to ${{ name }}.` }}
      onClose={onClose}
    >
      <p>{outcomeOfRejection(item, name)}</p>
    </ActionDialog>
  );
}
