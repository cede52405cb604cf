import { useState } from 'react';
import { confirmWithCode, getSecondStep } from '#contract/calls/accounts.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { AuthForm } from '#web/accounts/auth-form.tsx';
import { ConfirmWithPasskey } from '#web/accounts/passkey-sign-in.tsx';
import { asAppError, call } from '#web/data/call.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField, type CodeKind } from './code-field.tsx';
import { useCodeForm } from './use-code-form.ts';

export const secondStep = optional(query(getSecondStep));

/** Sends a code. `onOver` is called if the sign-in has ended since then. */
export const confirmSignIn = (onDone: () => void, onOver: () => void) => async (code: string) => {
  try {
    await call(confirmWithCode, { body: { code } });
  } catch (error) {
    if (asAppError(error).code === 'second_step_over') return onOver();
    throw error;
  }
  onDone();
};

/** Which code the form asks for, and the other one if there is a choice. */
export function useCodeKind(): { kind: CodeKind; other: CodeKind | undefined; change: () => void } {
  const { data: ways } = useData(secondStep);
  const [chosen, setChosen] = useState<CodeKind>();
  const hasApp = ways?.app !== false;
  const kind = hasApp ? (chosen ?? 'app') : 'recovery';
  const other = kind === 'app' ? 'recovery' : 'app';
  return { kind, other: hasApp ? other : undefined, change: () => setChosen(other) };
}

export const otherWay: Record<CodeKind, Message> = {
  app: msg`Use your authenticator app instead`,
  recovery: msg`Use a recovery code instead`,
};

/** Asks for the code that confirms a sign-in. Before the answer of the server, it asks for a code of the app, so that password managers fill it. */
export function SecondStepForm({ onDone, onOver }: { onDone: () => void; onOver: () => void }) {
  const hasPasskey = useData(secondStep).data?.passkey === true;
  const { kind, other, change } = useCodeKind();
  const form = useCodeForm(confirmSignIn(onDone, onOver));
  const switchKind = () => {
    form.change('');
    change();
  };
  return (
    <AuthForm
      onSubmit={form.submit}
      action={t`Confirm`}
      busy={form.busy}
      footer={
        <>
          {hasPasskey ? <ConfirmWithPasskey onDone={onDone} /> : null}
          {other ? (
            <Button variant="quiet" wide onClick={switchKind}>
              {textOf(otherWay[other])}
            </Button>
          ) : null}
        </>
      }
    >
      <CodeField
        key={kind}
        kind={kind}
        name="code"
        autoFocus
        value={form.code}
        error={form.failure}
        onChange={(event) => form.change(event.target.value)}
      />
    </AuthForm>
  );
}
