import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { operatorForm, operatorLimits, type Setup } from '#contract/admin/setup.ts';
import { changeOperator, getSetup } from '#contract/calls/admin.ts';
import { getOperator } from '#contract/calls/site.ts';
import { t } from '#contract/language/text.ts';
import { SettingNotes } from '#web/admin-table/setting-notes.tsx';
import { call } from '#web/data/call.ts';
import { fieldProps, showFieldErrors } from '#web/data/form-errors.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast, toastError } from '#web/ui/toast.tsx';

type Fields = z.input<typeof operatorForm>;
type Field = keyof Setup['operator'];

const fieldNames: readonly Field[] = ['name', 'address', 'email'];

/** The operator's details. A field that a setting of the server decides can't be changed here. */
export function OperatorForm({ operator }: { operator: Setup['operator'] }) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const form = useForm<Fields>({
    resolver: zodResolver(operatorForm),
    values: Object.fromEntries(fieldNames.map((name) => [name, operator[name].value ?? ''])),
    resetOptions: { keepDirtyValues: true },
  });
  const field = fieldProps(form);
  const { dirtyFields, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    const changed = fieldNames.filter((name) => dirtyFields[name]);
    const body = Object.fromEntries(changed.map((name) => [name, fields[name] ?? '']));
    try {
      await call(changeOperator, { body });
      form.reset(fields);
      toast({ title: t`Saved`, description: t`The legal pages and Contact us are up to date.` });
      await refresh(getSetup, getOperator);
    } catch (error) {
      showFieldErrors(error, form.setError);
      toastError(error);
    }
  });
  const partOf = (name: Field) => ({ ...field(name), readOnly: operator[name].setting !== null });
  const overriding = fieldNames.flatMap((name) => operator[name].setting ?? []);
  return (
    <form
      method="post"
      noValidate
      aria-label={t`Operator`}
      className="grid w-full max-w-130 gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t`Name of the person or company`}
        autoComplete="organization"
        maxLength={operatorLimits.name}
        {...partOf('name')}
      />
      <TextArea label={t`Postal address`} rows={3} maxLength={operatorLimits.address.max} {...partOf('address')} />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        hint={t`Shown on the legal pages. Messages from the contact form go here.`}
        {...partOf('email')}
      />
      {overriding.length > 0 ? (
        <div>
          <p>{t`Some of these are set on the server, so you can’t change them here.`}</p>
          <SettingNotes text={overriding.join(' ')} />
        </div>
      ) : null}
      {overriding.length < fieldNames.length ? (
        <Button
          type="submit"
          variant="primary"
          disabled={!ready || Object.keys(dirtyFields).length === 0}
          busy={isSubmitting}
          className="justify-self-start"
        >{t`Save`}</Button>
      ) : null}
    </form>
  );
}
