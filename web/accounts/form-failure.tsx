import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The last error, above the form until the next try. A toast disappears too soon to be read twice. */
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
