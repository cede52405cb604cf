import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createToken } from '#contract/calls/tokens.ts';
import { plural, t, textOf, verbatim } from '#contract/language/text.ts';
import type { Scope } from '#contract/scopes.ts';
import { tokenDays, tokenNameMax } from '#contract/token-limits.ts';
import { type ApiToken, tokenForm } from '#contract/tokens.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CopyField } from '#web/ui/forms/copy-field.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/forms/field.tsx';
import { scopeTexts } from './scope-texts.ts';

type Fields = z.input<typeof tokenForm>;
type Valid = z.output<typeof tokenForm>;
type Form = UseFormReturn<Fields, unknown, Valid>;

const endAfter = (days: number) => new Date(Date.now() + days * 86_400_000);

function ScopeFields({ form, offered }: { form: Form; offered: readonly Scope[] }) {
  const error = form.formState.errors.scopes?.message;
  return (
    <fieldset className="field" aria-describedby="token-scopes-note">
      <legend className="field-label mb-2">{t`What it may do`}</legend>
      <div className="grid gap-1">
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={<code className="text-sm">{scope}</code>}
            note={textOf(scopeTexts[scope])}
            {...form.register('scopes')}
          />
        ))}
      </div>
      <p id="token-scopes-note" className="field-note justify-start!" aria-live="polite">
        {error ? <span className="field-error">{error}</span> : null}
        <span>{t`No token can move money, answer requests, change settings or read your private messages.`}</span>
      </p>
    </fieldset>
  );
}

function DaysField({ form }: { form: Form }) {
  const days = form.watch('days') ?? tokenDays.usual;
  return (
    <SelectField
      label={t`Works for`}
      hint={t`It stops working on ${{ date: fullDate(endAfter(days)) }}.`}
      error={form.formState.errors.days?.message}
      {...form.register('days', { valueAsNumber: true })}
    >
      {tokenDays.choices.map((choice) => (
        <option key={choice} value={choice}>
          {t`${plural({ days: choice }, { one: '# day', other: '# days' })}`}
        </option>
      ))}
    </SelectField>
  );
}

function TokenForm({
  offered,
  onClose,
  onCreated,
}: {
  offered: readonly Scope[];
  onClose: () => void;
  onCreated: (token: string, item: ApiToken) => void;
}) {
  const form = useForm<Fields, unknown, Valid>({
    resolver: zodResolver(tokenForm),
    defaultValues: { name: '', scopes: [], days: tokenDays.usual },
  });
  const [failure, setFailure] = useState<string>();
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { token, item } = await call(createToken, { body });
      onCreated(token, item);
    } catch (error) {
      setFailure(asAppError(error).message);
    }
  });
  return (
    <Dialog
      open
      title={t`Create an API token`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="new-token" variant="primary" busy={isSubmitting}>{t`Create token`}</Button>
        </>
      }
    >
      <form id="new-token" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t({ message: 'Name', context: 'the name of an API token' })}
          autoComplete="off"
          maxLength={tokenNameMax}
          data-autofocus=""
          hint={t`The program that will use it, such as “Stream bot”.`}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <ScopeFields form={form} offered={offered} />
        <DaysField form={form} />
        {failure ? (
          <p role="alert" className="field-error">
            {failure}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

/** The only time that anyone sees the token. */
function NewToken({ token, name, onClose }: { token: string; name: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={t`Copy your new token`}
      dismissible={false}
      onClose={onClose}
      footer={<Button variant="primary" onClick={onClose}>{t`I saved the token`}</Button>}
    >
      <div className="grid gap-4">
        <p>{t`This is the only time we show it. Keep it like a password: with it, a program can use your account within its limits.`}</p>
        <CopyField label={verbatim(name)} text={token} copied={t`Token copied`} />
        <p className="text-sm text-muted">{t`Programs send it in the header “Authorization: Bearer”, never in an address.`}</p>
      </div>
    </Dialog>
  );
}

/** Asks what a new token may do, creates it, and shows it once. */
export function CreateToken({
  offered,
  onClose,
  onCreated,
}: {
  offered: readonly Scope[];
  onClose: () => void;
  onCreated: (item: ApiToken) => void;
}) {
  const [created, setCreated] = useState<{ token: string; name: string }>();
  if (created) return <NewToken {...created} onClose={onClose} />;
  return (
    <TokenForm
      offered={offered}
      onClose={onClose}
      onCreated={(token, item) => {
        setCreated({ token, name: item.name });
        onCreated(item);
      }}
    />
  );
}
