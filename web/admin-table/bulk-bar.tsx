import { X } from 'lucide-react';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { BulkAction } from './bulk.ts';

interface BulkBarProps<Row> {
  count: number;
  actions: readonly BulkAction<Row>[];
  onAct: (action: BulkAction<Row>) => void;
  onClear: () => void;
}

/** The actions on the selected rows, at the bottom of the screen. */
export function BulkBar<Row>({ count, actions, onAct, onClear }: BulkBarProps<Row>) {
  return (
    <section className="bulk-bar" aria-label="Selected rows">
      <b className="whitespace-nowrap tabular-nums" role="status">
        {count} selected
      </b>
      {actions.map((action) => (
        <Button key={action.key} size="sm" icon={action.icon} onClick={() => onAct(action)}>
          {action.label}…
        </Button>
      ))}
      <IconButton label="Clear the selection" onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
