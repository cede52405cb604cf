import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface FoldProps {
  summary: ReactNode;
  /** Unfolded from the start. */
  open?: boolean;
  /** Made when it is first unfolded, so that what is folded away loads nothing. */
  children: () => ReactNode;
}

/** Something folded away until somebody wants to see it. */
export function Fold({ summary, open = false, children }: FoldProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const [wanted, setWanted] = useState(open);
  // It may have been opened before the page came alive.
  useEffect(() => {
    if (ref.current?.open) setWanted(true);
  }, []);
  return (
    <details
      ref={ref}
      className="fold"
      open={open}
      suppressHydrationWarning
      onToggle={(event) => {
        if (event.currentTarget.open) setWanted(true);
      }}
    >
      <summary>{summary}</summary>
      {wanted ? <div className="pt-3">{children()}</div> : null}
    </details>
  );
}
