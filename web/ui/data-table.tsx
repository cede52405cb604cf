import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `text`: sentences, which appear below their label on a phone. */
  align?: 'start' | 'end' | 'text';
}

export interface DataTableProps<Row> {
  /** The accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Fades the table while its next page loads. */
  busy?: boolean;
  /** On a phone, two lines for each row: the first cell and the last, then the others. */
  compact?: boolean;
}

/** A table without sorting or selection; admin lists have `ListTable`. On a phone each row becomes a small card of labeled lines. */
export function DataTable<Row>({ caption, columns, rows, rowKey, busy, compact }: DataTableProps<Row>) {
  return (
    <section
      className="table-frame"
      aria-label={caption}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="table data-table" data-compact={compact || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align === 'end' ? 'end' : undefined}>
                {column.header || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.header} className={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
