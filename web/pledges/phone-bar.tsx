import type { ReactNode } from 'react';

/** Fixes the main action to the bottom of the screen on phones, above the tab bar. */
export function PhoneBar({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-(--tab-bar) z-10 flex items-center gap-4 border-t border-line bg-paper px-4 py-2.5 md:hidden">
      {children}
    </div>
  );
}
