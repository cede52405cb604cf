import { useState } from 'react';
import { countPools, createPool, listPools } from '#contract/calls/pools.ts';
import type { TermsFaults } from '#contract/creators/request-terms-faults.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { type Pool, type PoolForm, poolForm } from '#contract/pools/pools.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { toast } from '#web/ui/toast.tsx';
import { dayFault, formOf, type PoolDraft } from './pool-draft.ts';

/** An error message per form field. */
export type PoolFormErrors = Partial<Record<keyof PoolForm, string>>;

const order: readonly (keyof PoolForm)[] = [
  'title',
  'description',
  'categories',
  'creatorProfileId',
  'fundingGoal',
  'deadline',
  'imageIds',
];

/** The first validation message per field, by the contract's schema. */
function validateDraft(draft: PoolDraft): PoolFormErrors {
  const faults: PoolFormErrors = {};
  for (const issue of poolForm.safeParse(formOf(draft)).error?.issues ?? []) {
    const field = issue.path[0] as keyof PoolForm;
    faults[field] ??= issue.message;
  }
  if (draft.goalCents === null) faults.fundingGoal = t`Goal is required`;
  const day = dayFault(draft.day);
  if (day) faults.deadline = day;
  return faults;
}

interface Outcome {
  onCreated: (pool: Pool) => void;
  /** Leads the person to a field with an error. */
  onFault: (field: keyof PoolFormErrors) => void;
}

/**
 * Validates and submits the form. A field shows its error once it was left or the form was submitted.
 * An error from the server stays at its field until that field changes. `broken` are the creator's terms that the draft breaks.
 * Chosen categories that the creator does not take show immediately.
 */
export function usePoolSubmit(draft: PoolDraft, broken: TermsFaults, { onCreated, onFault }: Outcome) {
  const [touched, setTouched] = useState<ReadonlySet<keyof PoolFormErrors>>(new Set());
  const [refused, setRefused] = useState<{ faults: PoolFormErrors; form: PoolForm }>();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  const own: PoolFormErrors = { ...broken, ...validateDraft(draft) };
  const form = formOf(draft);
  const shown: PoolFormErrors = broken.categories ? { categories: broken.categories } : {};
  for (const field of Object.keys({ ...own, ...refused?.faults }) as (keyof PoolFormErrors)[]) {
    const unchanged = refused && JSON.stringify(refused.form[field]) === JSON.stringify(form[field]);
    if (own[field] && (sent || touched.has(field))) shown[field] = own[field];
    else if (refused && (unchanged || field === 'deadline')) shown[field] = refused.faults[field];
  }

  const leadToFirst = (faults: PoolFormErrors) => {
    const field = order.find((name) => faults[name]);
    if (field) onFault(field);
  };

  const submit = async () => {
    setSent(true);
    setRefused(undefined);
    if (Object.keys(own).length > 0) return leadToFirst(own);
    setBusy(true);
    try {
      const pool = await call(createPool, { body: form });
      await refresh(listPools, countPools);
      onCreated(pool);
    } catch (error) {
      const { code, message, details } = asAppError(error);
      const faults: PoolFormErrors = code === 'pool_adult_off' ? { categories: message } : { ...details.fields };
      setRefused({ faults, form });
      if (Object.keys(faults).length > 0) leadToFirst(faults);
      else toast({ title: t`We couldn’t create your pool`, description: verbatim(message), variant: 'destructive' });
      setBusy(false);
    }
  };
  return {
    faults: shown,
    touch: (field: keyof PoolFormErrors) => setTouched(new Set([...touched, field])),
    isValid: (fields: readonly (keyof PoolFormErrors)[]) => fields.every((field) => !own[field]),
    /** Shows the errors of these fields and leads to the first one. Returns true if there is none. */
    check(fields: readonly (keyof PoolFormErrors)[]): boolean {
      setTouched(new Set([...touched, ...fields]));
      const wrong = fields.filter((field) => own[field]);
      leadToFirst(Object.fromEntries(wrong.map((field) => [field, own[field]])));
      return wrong.length === 0;
    },
    submit,
    busy,
  };
}
