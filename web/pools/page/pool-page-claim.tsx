import { claimPool } from '#contract/calls/creators.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { poolClaimForm } from '#contract/claims.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ProofDialog, type ProofDraft } from '#web/ui/proof-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

function faultsOf(draft: ProofDraft): Partial<ProofDraft> {
  const { error } = poolClaimForm.safeParse(draft);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? []);
}

/** A creator claims the pool with a message and a proof link; an admin decides. */
export function ClaimPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const refresh = useRefresh();
  const send = async (body: ProofDraft) => {
    try {
      await call(claimPool, { params: { id: pool.id }, body });
    } catch (error) {
      const { message, details } = asAppError(error);
      return { message, fields: details.fields };
    }
    await refresh(resolvePool, getPool);
    toast({ title: t`Your claim is under review`, description: t`We’ll notify you of the decision.` });
    onClose();
  };
  return (
    <ProofDialog
      title={t`Claim this pool`}
      action={t`Send claim`}
      hints={{
        message: t`Why you should make this. Only admins see it.`,
        proofUrl: t`One of your posts or pages that mentions this pool`,
      }}
      messageMax={limits.poolClaimMessage.max}
      check={faultsOf}
      send={send}
      onClose={onClose}
    >{t`An admin reviews your claim. Once it’s approved, you can accept or decline the pool on your dashboard.`}</ProofDialog>
  );
}
