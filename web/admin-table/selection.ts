/** The selected rows by id. They stay selected while the admin turns pages. */
export type Selection<Row> = ReadonlyMap<string, Row>;

export type SelectionChange<Row> =
  | { type: 'toggle'; row: Row }
  /** Selects all rows from the last toggled one to this one. */
  | { type: 'extend'; row: Row; rows: readonly Row[]; from: string | undefined }
  | { type: 'page'; rows: readonly Row[] }
  | { type: 'add'; rows: readonly Row[] }
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

function togglePage<Row extends Identified>(selection: Selection<Row>, rows: readonly Row[]): Selection<Row> {
  const next = new Map(selection);
  const isWhole = isWholePage(selection, rows);
  for (const row of rows) {
    if (isWhole) next.delete(row.id);
    else next.set(row.id, row);
  }
  return next;
}

const withRows = <Row extends Identified>(selection: Selection<Row>, rows: readonly Row[]): Selection<Row> =>
  new Map([...selection, ...rows.map((row) => [row.id, row] as const)]);

function refreshed<Row extends Identified>(selection: Selection<Row>, rows: readonly Row[]): Selection<Row> {
  const changed = rows.filter((row) => selection.has(row.id) && selection.get(row.id) !== row);
  if (changed.length === 0) return selection;
  return withRows(selection, changed);
}

export function changeSelection<Row extends Identified>(
  selection: Selection<Row>,
  change: SelectionChange<Row>,
): Selection<Row> {
  switch (change.type) {
    case 'toggle': {
      const next = new Map(selection);
      if (!next.delete(change.row.id)) next.set(change.row.id, change.row);
      return next;
    }
    case 'extend': {
      return withRows(selection, between(change.rows, change.from, change.row.id));
    }
    case 'add':
      return withRows(selection, change.rows);
    case 'page':
      return togglePage(selection, change.rows);
    case 'refresh':
      return refreshed(selection, change.rows);
    case 'clear':
      return new Map();
  }
}
