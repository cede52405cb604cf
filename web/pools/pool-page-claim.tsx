import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { claimPool, poolClaimForm } from '#contract/claims.ts';
import { limits } from '#contract/limits.ts';
import { getPool, type Pool, resolvePool } from '#contract/pools.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

type Draft = Record<'message' | 'proofUrl', string>;

function faultsOf(draft: Draft): Partial<Draft> {
  const { error } = poolClaimForm.safeParse(draft);
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]).reverse() ?? []);
}

/** A creator says why this pool is theirs to answer, with a proof for the admin who decides. */
export function ClaimPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const refresh = useRefresh();
  const [draft, setDraft] = useState<Draft>({ message: '', proofUrl: '' });
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(claimPool, { params: { id: pool.id }, body: draft }),
    onSuccess: async () => {
      await refresh(resolvePool, getPool);
      toast({ title: 'Your claim is under review', description: 'You are told once it is decided.' });
      onClose();
    },
  });
  const refused = error ? asAppError(error) : undefined;
  const faultOf = (name: keyof Draft) => (tried ? faults[name] : undefined) ?? refused?.details.fields?.[name];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length === 0) mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Claim this pool"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="claim-pool" variant="primary" busy={isPending}>
            Send claim
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">
        An admin looks at it. Once it is approved, the pool is on your dashboard, for you to accept or decline.
      </p>
      <form id="claim-pool" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextArea
          label="Message"
          hint="Why you are the one to make this. Only admins read it."
          value={draft.message}
          counter={[draft.message.trim().length, limits.poolClaimMessage.max]}
          maxLength={limits.poolClaimMessage.max}
          error={faultOf('message')}
          onChange={(event) => setDraft({ ...draft, message: event.target.value })}
        />
        <TextField
          label="Proof link"
          hint="A post or a page of yours that mentions this pool"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={draft.proofUrl}
          error={faultOf('proofUrl')}
          onChange={(event) => setDraft({ ...draft, proofUrl: event.target.value })}
        />
        {refused && !refused.details.fields ? (
          <p role="alert" className="field-error">
            {refused.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
