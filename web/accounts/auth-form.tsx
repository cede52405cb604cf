import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';

interface AuthFormProps {
  onSubmit: (event: FormEvent) => Promise<void>;
  /** The label of the submit button. */
  action: Text;
  busy: boolean;
  children: ReactNode;
  /** Below the button. */
  footer?: ReactNode;
}

/** The form for sign-in, registration and password recovery. The button stays disabled until hydration; otherwise the browser would post the form natively. */
export function AuthForm({ onSubmit, action, busy, children, footer }: AuthFormProps) {
  const hydrated = useHydrated();
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void onSubmit(event)}>
      {children}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={!hydrated}
        className="disabled:opacity-100!"
        busy={busy}
      >
        {action}
      </Button>
      {footer}
    </form>
  );
}

/** The email field of an account. */
export function AccountEmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField
      label={t`Email`}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
