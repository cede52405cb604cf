import type { ReactNode } from 'react';

/** Fixes the main action to the bottom of the screen on phones, above the tab bar. `note` is a sentence about the money, above the action. */
export function PhoneBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-(--tab-bar) z-10 border-t border-line bg-paper px-4 py-2.5 md:hidden">
      {note ? <div className="mb-2">{note}</div> : null}
      <div className="flex items-center gap-4">{children}</div>
    </div>
  );
}
