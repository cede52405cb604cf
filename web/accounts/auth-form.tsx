import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

interface AuthFormProps {
  onSubmit: (event: FormEvent) => Promise<void>;
  /** The label of the submit button. */
  action: string;
  busy: boolean;
  children: ReactNode;
  /** Below the button. */
  footer?: ReactNode;
}

/** The form of signing in, registering and recovering. The button waits for hydration: before it, the browser would post the form. */
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

/** The email address that names an account. */
export function AccountEmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
