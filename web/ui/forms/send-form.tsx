import { Check } from 'lucide-react';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';

interface SendFormProps {
  /** The accessible name. */
  label: Text;
  onSubmit: (event: FormEvent) => Promise<void>;
  /** The label of the submit button. */
  action: Text;
  busy: boolean;
  className?: string;
  children: ReactNode;
}

/** A form that sends a message or a notice. The button stays disabled until hydration; otherwise the browser would post the form natively. */
export function SendForm({ label, onSubmit, action, busy, className, children }: SendFormProps) {
  const hydrated = useHydrated();
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      className={`grid gap-5 ${className ?? ''}`}
      onSubmit={(event) => void onSubmit(event)}
    >
      {children}
      <Button type="submit" variant="primary" size="lg" disabled={!hydrated} busy={busy} className="justify-self-start">
        {action}
      </Button>
    </form>
  );
}

/** An invisible field that only bots fill in. The server discards what they send. */
export function HoneypotField(props: ComponentProps<'input'>) {
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {t`Leave this empty`}
        <input type="text" tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  );
}

/** Replaces the form after the server accepted it. */
export function SentCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="card grid justify-items-start gap-3 p-5 md:p-6" role="status">
      <Check aria-hidden="true" className="size-8! text-paid-text" />
      <p className="face-title mt-0!">{title}</p>
      {children}
    </div>
  );
}
