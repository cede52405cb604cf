import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Words } from '#web/ui/rich-text.tsx';

export interface DisclosureProps {
  summary: Words;
  /** Initially open. */
  open?: boolean;
  /** Rendered on first opening, so that a closed disclosure loads nothing. */
  children: () => ReactNode;
}

/** Content that the person can open and close. */
export function Disclosure({ summary, open = false, children }: DisclosureProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const [wanted, setWanted] = useState(open);
  // The person may have opened it before hydration.
  useEffect(() => {
    if (ref.current?.open) setWanted(true);
  }, []);
  return (
    <details
      ref={ref}
      open={open}
      suppressHydrationWarning
      onToggle={(event) => {
        if (event.currentTarget.open) setWanted(true);
      }}
    >
      <summary className="list-item min-h-11 w-max py-2.5 pe-1 font-semibold text-muted hover:text-ink">
        {summary}
      </summary>
      {wanted ? <div className="pt-3">{children()}</div> : null}
    </details>
  );
}
