import { X } from 'lucide-react';
import { grouped } from '#contract/values/format-number.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { BulkAction, SelectionAction } from './bulk.ts';
import type { Selection } from './selection.ts';

interface BulkBarProps<Row> {
  selection: Selection<Row>;
  actions: readonly BulkAction<Row>[];
  wholeActions: readonly SelectionAction<Row>[];
  onAct: (action: BulkAction<Row>) => void;
  onClear: () => void;
}

/** The actions on the selected rows, at the bottom of the screen. */
export function BulkBar<Row>({ selection, actions, wholeActions, onAct, onClear }: BulkBarProps<Row>) {
  return (
    <section className="bulk-bar" aria-label="Selected rows">
      <b className="whitespace-nowrap tabular-nums" role="status">
        {grouped(selection.size)} selected
      </b>
      {actions.map((action) => (
        <Button key={action.key} size="sm" icon={action.icon} onClick={() => onAct(action)}>
          {action.label}…
        </Button>
      ))}
      {wholeActions.map(({ key, label, icon, onAct: act }) => (
        <Button key={key} size="sm" icon={icon} onClick={() => act([...selection.values()])}>
          {label}…
        </Button>
      ))}
      <IconButton label="Clear the selection" onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
