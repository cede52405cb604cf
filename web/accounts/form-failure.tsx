import { CircleAlert } from 'lucide-react';

/** What the last try failed with, above its form until the next one; a toast is gone too soon to be read twice. */
export function FormFailure({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <div className="notice mb-5" data-tone="danger" role="alert">
      <CircleAlert aria-hidden="true" />
      <p>{message}</p>
    </div>
  );
}
