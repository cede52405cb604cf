import { t, textOf } from '#contract/language/text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { shortcuts } from './keyboard.ts';

/** The list's keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open size="sm" title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className="grid gap-2">
        {shortcuts.map(([keys, does]) => (
          <div key={keys.join(' ')} className="grid grid-cols-[--spacing(21)_minmax(0,1fr)] items-center gap-3">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm bg-sunken px-2 py-0.5 text-center font-text text-sm leading-normal font-[650] shadow-ring"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{textOf(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
