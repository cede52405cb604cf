import type { Message } from '#contract/language/text.ts';
import { adminCountsQuery } from '#web/data/admin-counts.ts';
import { definePage, type Page } from '#web/data/page.ts';
import type { DataQuery } from '#web/data/query.ts';
import { type ListDefinition, type ListState, listStateIn } from './list-state.ts';

interface ListPageParts {
  title: Message;
  description: Message;
  list: ListDefinition;
  page: (state: ListState) => DataQuery<unknown>;
  /** Further queries of the page. */
  more?: readonly DataQuery<unknown>[];
  /** Read for the row in the drawer; without it, the drawer shows the row of the list. */
  detail?: (id: string) => DataQuery<unknown>;
}

/** The page of an admin list: its rows, its counters and the row in its drawer. */
export function defineListPage({ title, description, list, page, detail, more = [] }: ListPageParts): Page {
  return definePage({
    title,
    description,
    canonical: list.path,
    noindex: true,
    queries: ({ url }) => {
      const state = listStateIn(list, url.searchParams);
      return [page(state), adminCountsQuery, ...more, ...(state.open && detail ? [detail(state.open)] : [])];
    },
  });
}
