import type { ReactNode } from 'react';

/** Fixes the main action to the bottom of the screen on phones. */
export function PhoneBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-t border-line bg-paper px-4 pt-2.5 pb-[calc(--spacing(2.5)+env(safe-area-inset-bottom))] md:hidden">
      {children}
    </div>
  );
}
