import { claimCreator, creatorClaimForm } from '#contract/claims.ts';
import { type CreatorProfile, getCreator } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { ProofDialog, type ProofDraft } from '#web/ui/proof-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

function faultsOf(draft: ProofDraft): Partial<ProofDraft> {
  const { error } = creatorClaimForm.safeParse(draft);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? []);
}

/** The creator whom fans have added asks for their profile, with a proof for the admin who decides. */
export function ClaimCreatorDialog({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  const refresh = useRefresh();
  const send = async (body: ProofDraft) => {
    try {
      await call(claimCreator, { params: { username: profile.username }, body });
    } catch (error) {
      const { message, details } = asAppError(error);
      return { message, fields: details.fields };
    }
    await refresh(getCreator);
    toast({ title: 'Your claim is under review', description: 'You are told once it is decided.' });
    onClose();
  };
  return (
    <ProofDialog
      title="Claim this profile"
      action="Send claim"
      hints={{
        message: 'Who you are, and where you make what you make. Only admins read it.',
        proofUrl: 'A page that only you can edit and that mentions your account here',
      }}
      messageMax={limits.creatorClaimMessage.max}
      check={faultsOf}
      send={send}
      onClose={onClose}
    >
      An admin looks at it. Once it is approved, you are a verified creator with the profile @{profile.username}, and
      the pools that ask it are yours to accept or decline.
    </ProofDialog>
  );
}
