import type { ReactNode } from 'react';
import { textOf } from '#contract/language/text.ts';
import { testModeNote } from '#contract/site.ts';
import { useSite } from '#web/data/session.ts';
import { Logo } from './logo.tsx';

interface BareShellProps {
  children: ReactNode;
  aside?: ReactNode;
  footer?: ReactNode;
}

/** The frame of pages without the side navigation: the logo above the content. */
export function BareShell({ children, aside, footer }: BareShellProps) {
  const { testCards } = useSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <header
        className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-3 md:px-8 ${aside ? 'mx-auto w-full max-w-page' : ''}`}
      >
        <Logo />
        {aside}
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col px-4 pb-16 md:px-8">
        {children}
      </main>
      {footer ??
        (testCards ? <p className="px-4 pb-6 text-center text-sm text-muted">{textOf(testModeNote)}</p> : null)}
    </div>
  );
}
