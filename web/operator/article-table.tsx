import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

interface ArticleTableProps {
  label: Text;
  head: readonly Text[];
  /** Cells in the order of `head`; the first cell of each row is its header. */
  rows: readonly (readonly [name: Text, ...rest: ReactNode[]])[];
}

const cellLook = 'border-b border-line py-2.5 pe-4 text-start align-top';

/** A table within an article. On a narrow screen only the table scrolls sideways. */
export function ArticleTable({ label, head, rows }: ArticleTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table sideways
    <section className="article-table overflow-x-auto" tabIndex={0} aria-label={label}>
      <table className="w-full min-w-120 text-base leading-[1.45]">
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className={`${cellLook} font-[650]`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row" className={`${cellLook} font-[650]`}>
                {name}
              </th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
                <td key={index} className={cellLook}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
