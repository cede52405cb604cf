import type { ReactNode } from 'react';

interface ArticleTableProps {
  label: string;
  head: readonly string[];
  /** Cells in the order of `head`; the first cell of each row is its header. */
  rows: readonly (readonly [name: string, ...rest: ReactNode[]])[];
}

/** A table within an article. On a narrow screen only the table scrolls sideways. */
export function ArticleTable({ label, head, rows }: ArticleTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table sideways
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
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
