import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

interface LandingPartProps {
  /** The id of the heading. */
  id: string;
  title: Text;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page below its headline. */
export function LandingPart({ id, title, className = '', children }: LandingPartProps) {
  return (
    <section aria-labelledby={id} className={`mt-12 ${className}`}>
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
