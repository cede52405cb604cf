import { ChevronLeft, ChevronRight } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { Link } from './link.tsx';

/** The page numbers to show: the current page plus and minus one, the first and the last; null marks a gap (specification 9). */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, totalPages].filter((number) => number >= 1 && number <= totalPages);
  const shown: (number | null)[] = [];
  for (const number of [...new Set(wanted)].sort((a, b) => a - b)) {
    const last = shown.at(-1);
    if (typeof last === 'number' && number > last + 1) shown.push(null);
    shown.push(number);
  }
  return shown;
}

export interface PaginationProps {
  page: number;
  totalPages: number;
  totalCount: number;
  hrefOf: (page: number) => string;
  /** Appears only if the list has more items than this. */
  from?: number;
}

const cell = 'inline-grid h-11 min-w-11 place-items-center rounded-md px-2 font-semibold text-muted tabular-nums';
const linkCell = `${cell} hover:bg-hover hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper`;

/** Links to the pages of a list; by default only if the list has more than 12 items. */
export function Pagination({ page, totalPages, totalCount, hrefOf, from = limits.paginationFrom }: PaginationProps) {
  if (totalCount <= from || totalPages <= 1) return null;
  const step = (to: number, label: string, Icon: typeof ChevronLeft) =>
    to < 1 || to > totalPages ? (
      <span aria-disabled="true" className={`${cell} opacity-40`}>
        <Icon aria-hidden="true" />
      </span>
    ) : (
      <Link to={hrefOf(to)} aria-label={label} className={linkCell}>
        <Icon aria-hidden="true" />
      </Link>
    );
  return (
    <nav className="flex flex-wrap justify-center gap-1" aria-label={t`Pagination`}>
      {step(page - 1, t`Previous page`, ChevronLeft)}
      {pageWindow(page, totalPages).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key
          <span key={`gap${index}`} className={cell} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={hrefOf(number)}
            className={linkCell}
            aria-label={t`Page ${{ number }}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {step(page + 1, t`Next page`, ChevronRight)}
    </nav>
  );
}
