import type { ReactNode } from 'react';

/** The icon of a choice without a picture. */
export function ChoiceIcon({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-8 flex-none place-items-center rounded-sm bg-sunken text-muted [&>svg]:size-4.25">
      {children}
    </span>
  );
}
