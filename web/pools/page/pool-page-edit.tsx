import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { editPool, getPool, listPools, type Pool, resolvePool } from '#contract/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { toast } from '#web/ui/toast.tsx';

interface Draft {
  title: string;
  description: string;
  fundingGoal: number | null;
}

function faultsOf({ title, description, fundingGoal }: Draft): Partial<Record<keyof Draft, string>> {
  const faults: Partial<Record<keyof Draft, string>> = {};
  const { min, max } = limits.goalCents;
  if (title.trim().length < limits.poolTitle.min) {
    faults.title = `Title must be at least ${limits.poolTitle.min} characters`;
  }
  if (description.trim().length < limits.poolDescription.min) {
    faults.description = `Description must be at least ${limits.poolDescription.min} characters`;
  }
  if (fundingGoal === null) faults.fundingGoal = 'Enter an amount';
  else if (fundingGoal < min || fundingGoal > max) {
    faults.fundingGoal = `The goal must be between ${formatMoney(min)} and ${formatMoney(max)}`;
  }
  return faults;
}

/** A long description can put the alert outside the visible part of the dialog. */
const showAlert = (alert: HTMLElement | null) => {
  alert?.scrollIntoView({ block: 'center' });
};

/** Edits title, description and goal. The owner can do so until someone else pledges. */
export function EditPoolDialog({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const refresh = useRefresh();
  const [draft, setDraft] = useState<Draft>(pool);
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { title, description, fundingGoal } = draft;
      return call(editPool, {
        params: { id: pool.id },
        body: { title: title.trim(), description: description.trim(), fundingGoal: fundingGoal ?? pool.fundingGoal },
      });
    },
    onSuccess: async () => {
      await refresh(resolvePool, getPool, listPools);
      toast({ title: 'Saved', durationMs: 3000 });
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
      title="Edit pool"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="edit-pool" variant="primary" busy={isPending}>
            Save
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">You can edit the pool until someone else pledges.</p>
      <form id="edit-pool" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Title"
          value={draft.title}
          maxLength={limits.poolTitle.max}
          error={faultOf('title')}
          onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        />
        <TextArea
          label="Description"
          value={draft.description}
          counter={[draft.description.length, limits.poolDescription.max]}
          maxLength={limits.poolDescription.max}
          error={faultOf('description')}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
        <MoneyField
          label="Goal"
          cents={draft.fundingGoal}
          error={faultOf('fundingGoal')}
          onCents={(fundingGoal) => setDraft({ ...draft, fundingGoal })}
        />
        {refused && !refused.details.fields ? (
          <p ref={showAlert} role="alert" className="field-error">
            {refused.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
