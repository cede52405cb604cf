import { claimCreator, getCreator } from '#contract/calls/creators.ts';
import { creatorClaimForm } from '#contract/claims.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ProofDialog, type ProofDraft } from '#web/ui/proof-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

function faultsOf(draft: ProofDraft): Partial<ProofDraft> {
  const { error } = creatorClaimForm.safeParse(draft);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? []);
}

/** A creator claims a profile that fans added, with a message and a proof link; an admin decides. */
export function ClaimByAdmin({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  const refresh = useRefresh();
  const send = async (body: ProofDraft) => {
    try {
      await call(claimCreator, { params: { username: profile.username }, body });
    } catch (error) {
      const { message, details } = asAppError(error);
      return { message, fields: details.fields };
    }
    await refresh(getCreator);
    toast({ title: t`Your claim is under review`, description: t`We’ll notify you of the decision.` });
    onClose();
  };
  return (
    <ProofDialog
      title={t`Claim this profile`}
      action={t`Send claim`}
      hints={{
        message: t`Say who you are and where you publish. Only admins see it.`,
        proofUrl: t`A page that only you can edit and that mentions your username here`,
      }}
      messageMax={limits.creatorClaimMessage.max}
      check={faultsOf}
      send={send}
      onClose={onClose}
    >{t`An admin reviews your claim. Once it’s approved, you are a verified creator with the profile @${{ username: profile.username }} and can accept or decline its requests.`}</ProofDialog>
  );
}
