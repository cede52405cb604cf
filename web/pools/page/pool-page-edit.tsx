import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { editPool, getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useTwoEdits } from '#web/data/two-edits.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EditClashNotice } from '#web/ui/edit-clash.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { toast } from '#web/ui/toast.tsx';

interface Draft {
  title: string;
  description: string;
  fundingGoal: number | null;
}

const labelsOf = (): Record<keyof Draft, Text> => ({
  title: t`Title`,
  description: t`Description`,
  fundingGoal: t`Goal`,
});

function faultsOf({ title, description, fundingGoal }: Draft): Partial<Record<keyof Draft, Text>> {
  const faults: Partial<Record<keyof Draft, Text>> = {};
  const { min, max } = limits.goalCents;
  if (title.trim().length < limits.poolTitle.min) {
    faults.title = t`Title must be at least ${plural({ characters: limits.poolTitle.min }, { one: '# character', other: '# characters' })}`;
  }
  if (description.trim().length < limits.poolDescription.min) {
    faults.description = t`Description must be at least ${plural({ characters: limits.poolDescription.min }, { one: '# character', other: '# characters' })}`;
  }
  if (fundingGoal === null) faults.fundingGoal = t`Enter an amount`;
  else if (fundingGoal < min || fundingGoal > max) {
    faults.fundingGoal = t`The goal must be between ${{ least: formatMoney(min) }} and ${{ most: formatMoney(max) }}`;
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
  const { title, description, fundingGoal } = pool;
  const [draft, setDraft] = useState<Draft>({ title, description, fundingGoal });
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft);
  // The mark is empty before the age gate.
  const edits = useTwoEdits<Draft>({ version: pool.contentMark || undefined, fields: draft }, (part) =>
    setDraft((now) => ({ ...now, ...part })),
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      edits.save(draft, ({ fundingGoal: goal, ...changed }, version) =>
        call(editPool, { params: { id: pool.id }, body: { ...changed, fundingGoal: goal ?? undefined, version } }),
      ),
    onSuccess: async (saved) => {
      await refresh(resolvePool, getPool, listPools);
      if (!saved) return;
      toast({ title: t`Saved`, durationMs: 3000 });
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
      title={t`Edit pool`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="edit-pool" variant="primary" busy={isPending}>{t`Save`}</Button>
        </>
      }
    >
      <p className="mb-4 text-muted">{t`You can edit the pool until someone else pledges.`}</p>
      <form id="edit-pool" onSubmit={submit} noValidate className="flex flex-col gap-4">
        {edits.clash ? (
          <EditClashNotice
            clash={edits.clash}
            labels={labelsOf()}
            show={(name, value) => (name === 'fundingGoal' ? formatMoney(Number(value)) : value)}
            onChoose={edits.choose}
          />
        ) : null}
        <TextField
          label={t`Title`}
          value={draft.title}
          maxLength={limits.poolTitle.max}
          error={faultOf('title')}
          onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        />
        <TextArea
          label={t`Description`}
          value={draft.description}
          counter={[draft.description.length, limits.poolDescription.max]}
          maxLength={limits.poolDescription.max}
          error={faultOf('description')}
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
        <MoneyField
          label={t`Goal`}
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
