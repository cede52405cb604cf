import { Dialog } from '#web/ui/dialog.tsx';
import { shortcuts } from './keyboard.ts';

/** The list's keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open size="sm" title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
