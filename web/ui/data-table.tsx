import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's sort key; without it the column cannot be sorted. */
  sortKey?: string;
  align?: 'start' | 'end';
}

export interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A sort key; a leading minus means descending: "-createdAt". */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Fades the table while its next page loads. */
  busy?: boolean;
}

function SortButton({
  name,
  column,
  sort,
  onSort,
}: {
  name: string;
  column: string;
  sort?: string;
  onSort: (sort: string) => void;
}) {
  const down = sort === `-${column}`;
  const up = sort === column;
  const Icon = down ? ArrowDown : up ? ArrowUp : ChevronsUpDown;
  return (
    <button type="button" onClick={() => onSort(down ? column : `-${column}`)}>
      {name}
      <Icon aria-hidden="true" />
    </button>
  );
}

function ariaSort(column: string | undefined, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (!column || !sort) return undefined;
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

/** The table of an admin list. On a phone each row becomes a small card of labeled lines. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, busy }: DataTableProps<Row>) {
  return (
    <section
      className={busy ? 'table-frame opacity-60' : 'table-frame'}
      aria-label={caption}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.align === 'end' ? 'end' : undefined}
                aria-sort={ariaSort(column.sortKey, sort)}
              >
                {column.sortKey && onSort ? (
                  <SortButton name={column.header} column={column.sortKey} sort={sort} onSort={onSort} />
                ) : (
                  column.header || <span className="sr-only">Actions</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.header} className={column.align === 'end' ? 'end' : undefined}>
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
