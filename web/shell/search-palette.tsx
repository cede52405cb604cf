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

/** Ctrl or Cmd plus K. A page with a search box of its own takes the key first; pressed again, it comes here. */
function onKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
  if (event.defaultPrevented) return;
  const dialog = document.querySelector('dialog[open]');
  // What an open dialog asks comes first; the palette itself is closed by the key that opened it.
  if (dialog && !dialog.classList.contains('palette')) return;
  event.preventDefault();
  setPaletteOpen(!dialog);
}

/** Search over everything, fetched when somebody first asks for it. */
export function SearchPalette() {
  const open = usePaletteOpen();
  const { key } = useLocation();
  const [Palette, setPalette] = useState<Palette | undefined>(() => loaded);
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it
  useEffect(close, [key]);
  useEffect(() => {
    if (!open) return;
    loadPalette().then(
      (component) => setPalette(() => component),
      (error: unknown) => {
        logFailure('the search could not be loaded', error);
        close();
        toast({ title: 'Search could not be opened', description: 'Check your connection and try again.' });
      },
    );
  }, [open]);
  return open && Palette ? <Palette onClose={close} /> : null;
}
