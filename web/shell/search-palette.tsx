import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from '#web/data/location.tsx';
import { logFailure } from '#web/data/log.ts';
import { setPaletteOpen, usePaletteOpen } from '#web/data/search-palette-state.ts';
import { toast } from '#web/ui/toast.tsx';

type Palette = ComponentType<{ onClose: () => void }>;

// Client only: only event handlers and effects write it.
let loaded: Palette | undefined;

async function loadPalette(): Promise<Palette> {
  loaded ??= (await import('#web/search/palette.tsx')).Palette;
  return loaded;
}

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
  const [Palette, setPalette] = useState<Palette | undefined>(() => loaded);
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  // As a cleanup, because an effect would also run after the first render, and close a search that was opened just before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it
  useEffect(() => close, [key]);
  useEffect(() => {
    if (!open) return;
    loadPalette().then(
      (component) => setPalette(() => component),
      (error: unknown) => {
        logFailure('could not load the search palette', error);
        close();
        toast({ title: 'Couldn’t open search', description: 'Check your connection and try again.' });
      },
    );
  }, [open]);
  return open && Palette ? <Palette onClose={close} /> : null;
}
