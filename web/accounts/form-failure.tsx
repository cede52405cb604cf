import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What the last try failed with, above its form until the next one; a toast is gone too soon to be read twice. */
export function FormFailure({ message, children }: { message: string | undefined; children?: ReactNode }) {
  if (!message) return null;
  return (
    <div className="notice mb-5" data-tone="danger" role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>{message}</p>
        {children}
      </div>
    </div>
  );
}
