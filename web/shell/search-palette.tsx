import { useEffect } from 'react';
import { useLocation } from '#web/data/location.tsx';
import { setPaletteOpen, usePaletteOpen } from '#web/data/search-palette-state.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const Palette = lazyComponent(async () => (await import('#web/search/palette.tsx')).Palette, { browserOnly: true });

const close = () => setPaletteOpen(false);

/** Ctrl or Cmd plus K. A page with its own search box handles the first press; the second press arrives here. */
function onKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
  if (event.defaultPrevented) return;
  const dialog = document.querySelector('dialog[open]');
  // Ignore the shortcut while another dialog is open. If the palette is open, the shortcut closes it.
  if (dialog && !dialog.classList.contains('palette')) return;
  event.preventDefault();
  setPaletteOpen(!dialog);
}

/** The search palette. Its code loads on first use. */
export function SearchPalette() {
  const open = usePaletteOpen();
  const { key } = useLocation();
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  // As a cleanup, because an effect would also run after the first render, and close a search that was opened just before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it
  useEffect(() => close, [key]);
  return open ? <Palette onClose={close} /> : null;
}
