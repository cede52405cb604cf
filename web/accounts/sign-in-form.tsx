import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { login, loginForm } from '#contract/accounts.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { loginFailure } from './auth-errors.ts';
import { forgotHref, reloadSignedIn } from './auth-navigation.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { FormFailure } from './form-failure.tsx';
import { KnownPasswordField } from './known-password-field.tsx';

type Fields = z.input<typeof loginForm>;

/** E-mail and password. No default values: what was typed before the page came alive stays. */
export function SignInForm({ target }: { target: string }) {
  const ready = useHydrated();
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setValue, setFocus, clearErrors } = useForm<Fields>({
    resolver: zodResolver(loginForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(login, { body });
    } catch (error) {
      const message = loginFailure(error);
      setFailure(message);
      toast({ title: 'Login failed', description: message, variant: 'destructive' });
      setFocus('password', { shouldSelect: true });
      return;
    }
    setLeaving(true);
    reloadSignedIn(target, 'Login successful', 'Welcome back');
  });
  return (
    <>
      <FormFailure message={failure} />
      <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email')}
        />
        <KnownPasswordField
          label="Password"
          linkClass="text-right"
          forgotPath={forgotHref(target)}
          error={errors.password?.message}
          {...register('password')}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={!ready}
          className="disabled:opacity-100!"
          busy={isSubmitting || leaving}
        >
          Sign In
        </Button>
      </form>
      <DemoAccounts
        onChoose={({ email, password }) => {
          setValue('email', email);
          setValue('password', password);
          clearErrors();
        }}
      />
    </>
  );
}
