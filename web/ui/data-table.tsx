import type { ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `text`: sentences, which appear below their label on a phone. */
  align?: 'start' | 'end' | 'text';
}

export interface DataTableProps<Row> {
  /** The accessible name. */
  caption: Text;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Fades the table while its next page loads. */
  busy?: boolean;
  /** On a phone, two lines for each row: the first cell and the last, then the others. */
  compact?: boolean;
}

const rowClass = 'narrow:border-b narrow:border-line narrow:py-3 narrow:last:border-b-0';
const titleClass = 'narrow:block narrow:border-0 narrow:[text-align:inherit] narrow:text-lg narrow:font-semibold';
const valueClass = 'narrow:flex narrow:justify-between narrow:border-0 narrow:text-end';

/** The cells of a row that is a card. */
const cellClasses = {
  title: `${titleClass} narrow:px-4 narrow:pt-1 narrow:pb-1.5`,
  value: `${valueClass} narrow:gap-4 narrow:px-4 narrow:py-1`,
  text: 'narrow:block narrow:border-0 narrow:px-4 narrow:py-1 narrow:[text-align:inherit]',
  action: `${valueClass} narrow:absolute narrow:end-1 narrow:top-1 narrow:p-0`,
  compactTitle: `${titleClass} narrow:flex-[1_0_60%] narrow:p-0`,
  compactLast: `${valueClass} narrow:ms-auto narrow:items-center narrow:gap-2 narrow:p-0 narrow:font-semibold`,
  compactValue: `${valueClass} narrow:order-1 narrow:items-center narrow:gap-2 narrow:p-0`,
};

/** On a narrow screen the first cell is the heading of its row, and the actions go into its corner. */
function kindOf(
  { header, align }: Pick<Column<never>, 'header' | 'align'>,
  { isFirst, isLast, compact }: { isFirst: boolean; isLast: boolean; compact: boolean | undefined },
): keyof typeof cellClasses {
  if (isFirst) return compact ? 'compactTitle' : 'title';
  if (header === '') return 'action';
  if (compact) return isLast ? 'compactLast' : 'compactValue';
  return align === 'text' ? 'text' : 'value';
}

const labeled = new Set<keyof typeof cellClasses>(['value', 'text', 'compactValue']);

/** A table without sorting or selection; admin lists have `ListTable`. On a phone each row becomes a small card of labeled lines. */
export function DataTable<Row>({ caption, columns, rows, rowKey, busy, compact }: DataTableProps<Row>) {
  const cells = columns.map((column, index) => {
    const kind = kindOf(column, { isFirst: index === 0, isLast: index === columns.length - 1, compact });
    const beside = index === 0 && columns.some(({ header }) => header === '') ? 'narrow:pe-16' : '';
    return {
      ...column,
      label: labeled.has(kind) ? column.header : undefined,
      className: `${column.align === 'end' ? 'end' : ''} ${cellClasses[kind]} ${beside}`,
    };
  });
  return (
    <section
      className="table-frame"
      aria-label={caption}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="table data-table">
        <caption className="sr-only">{caption}</caption>
        <thead className="narrow:absolute narrow:[clip-path:inset(50%)]">
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align === 'end' ? 'end' : undefined}>
                {column.header || <span className="sr-only">{t`Actions`}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={`${rowClass} ${compact ? 'narrow:flex narrow:flex-wrap narrow:items-center narrow:gap-x-4 narrow:gap-y-0.5 narrow:px-4' : 'narrow:relative narrow:block'}`}
            >
              {cells.map(({ key, label, className, cell }) => (
                <td key={key} data-label={label} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
