import type { ReactNode } from 'react';

/**
 * Fixes the main action to the bottom of the screen on phones, also in landscape, above the tab bar. `note` is a sentence about the money,
 * above the action; low screens have no room for it.
 */
export function PhoneBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="fixed right-0 bottom-(--tab-bar) left-(--side) z-10 border-t border-line bg-paper px-4 py-2.5 not-low:md:hidden md:[:root:has(.chat-panel)_&]:hidden">
      {note ? <div className="mb-2 low:hidden">{note}</div> : null}
      <div className="flex items-center gap-4">{children}</div>
    </div>
  );
}
