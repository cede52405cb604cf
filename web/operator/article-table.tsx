import type { ReactNode } from 'react';

interface ArticleTableProps {
  label: string;
  head: readonly string[];
  /** Cells in the order of the head; the first of each names its row. */
  rows: readonly (readonly [name: string, ...rest: ReactNode[]])[];
}

/** A table within a text; on a narrow screen it scrolls by itself. */
export function ArticleTable({ label, head, rows }: ArticleTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard
    <section className="article-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
