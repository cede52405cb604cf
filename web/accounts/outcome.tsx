import type { ReactNode } from 'react';
import { FanMark } from '#web/ui/brand.tsx';

/** The result of a link or a form, shown in its place and announced to screen readers. */
export function Outcome({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="card px-5" role="status">
      <div className="face px-0! py-6!">
        <FanMark />
        <div className="grid gap-2 text-lg">{children}</div>
        <div className="face-actions">{actions}</div>
      </div>
    </div>
  );
}
