/** The selected rows by id. They stay selected while the admin turns pages. */
export type Selection<Row> = ReadonlyMap<string, Row>;

export type SelectionChange<Row> =
  | { type: 'toggle'; row: Row }
  /** Selects all rows from the last toggled one to this one. */
  | { type: 'extend'; row: Row; rows: readonly Row[]; from: string | undefined }
  | { type: 'page'; rows: readonly Row[] }
  /** Replaces selected rows by their current state. */
  | { type: 'refresh'; rows: readonly Row[] }
  | { type: 'clear' };

interface Identified {
  id: string;
}

function between<Row extends Identified>(rows: readonly Row[], from: string | undefined, to: string): readonly Row[] {
  const start = rows.findIndex(({ id }) => id === from);
  const end = rows.findIndex(({ id }) => id === to);
  if (end === -1) return [];
  if (start === -1) return rows.slice(end, end + 1);
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export const isWholePage = <Row extends Identified>(selection: Selection<Row>, rows: readonly Row[]): boolean =>
  rows.length > 0 && rows.every(({ id }) => selection.has(id));

export function changeSelection<Row extends Identified>(
  selection: Selection<Row>,
  change: SelectionChange<Row>,
): Selection<Row> {
  const next = new Map(selection);
  switch (change.type) {
    case 'toggle':
      if (!next.delete(change.row.id)) next.set(change.row.id, change.row);
      return next;
    case 'extend':
      for (const row of between(change.rows, change.from, change.row.id)) next.set(row.id, row);
      return next;
    case 'page':
      if (isWholePage(selection, change.rows)) for (const { id } of change.rows) next.delete(id);
      else for (const row of change.rows) next.set(row.id, row);
      return next;
    case 'refresh': {
      const changed = change.rows.filter((row) => next.has(row.id) && next.get(row.id) !== row);
      for (const row of changed) next.set(row.id, row);
      return changed.length > 0 ? next : selection;
    }
    case 'clear':
      return new Map();
  }
}
