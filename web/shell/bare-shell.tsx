import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

/** Frame of pages without the side navigation: the logo above, the content in the middle, at most `width`. */
export function BareShell({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="bare">
      <header className="flex items-center justify-between gap-4 px-3 py-3 md:px-8">
        <Logo />
        {aside}
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col px-4 pb-16">
        {children}
      </main>
    </div>
  );
}
