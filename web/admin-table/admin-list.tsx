import { type ReactNode, useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type Message, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { type AdminListName, adminCountsQuery, cappedCount, useLiveAdminLists } from '#web/data/admin-counts.ts';
import { type DataQuery, useData } from '#web/data/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';
import type { BulkAction, SelectionAction } from './bulk.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { csvHref, isNarrowed, type ListDefinition, type ListPage, type ListState, listHref } from './list-state.ts';
import { type ColumnSort, type ListRowParts, ListTable } from './list-table.tsx';
import { type FilterSelect, ListTools } from './list-tools.tsx';
import { useSelectMatches } from './matches.ts';
import { isWholePage, type Selection, type SelectionChange } from './selection.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useList, useListState } from './use-list.ts';
import { usePolling } from './use-polling.ts';

/** A filter as tabs above the list. */
export interface FilterTabs {
  /** The name of the query parameter. */
  name: string;
  label: Message;
  tabs: readonly (readonly [value: string, words: Message])[];
}

/** Says what belongs in a list that is empty without any filter, and links to the next step. */
export interface EmptyList {
  title: Text;
  text: Text;
  action: { to: string; label: Text };
}

/** The next step of a queue that is empty. */
export const otherQueues = () => ({ to: paths.admin, label: t`See what else is waiting` });

export interface AdminListProps<Row extends { id: string }> {
  list: ListDefinition;
  title: Text;
  lead: ReactNode;
  /** The page above this list; by default none. */
  back?: string;
  /** Actions beside the title. */
  headerActions?: ReactNode;
  /** A message above the list. */
  above?: ReactNode;
  row: ListRowParts<Row>;
  /** The header of the first column. */
  header: Text;
  headerSort?: ColumnSort;
  endpoint: AnyEndpoint;
  wanted: (state: ListState) => DataQuery<ListPage<Row>>;
  /** The name under which the server reports changes and counts the entries. */
  live?: AdminListName;
  /** Fetched again from time to time, because the server does not report changes. */
  polled?: boolean;
  tabs?: FilterTabs;
  filters?: readonly FilterSelect[];
  orders: readonly (readonly [sort: string, words: Message])[];
  searchLabel: Text;
  /** The export of this list asks for a fresh proof of identity. */
  exportNeedsProof?: boolean;
  failed: Text;
  empty: EmptyList;
  bulk?: readonly BulkAction<Row>[];
  selectionActions?: readonly SelectionAction<Row>[];
  /** The drawer of a row; `row` is absent while it is not on this page of the list. */
  drawer?: (open: { id: string; row: Row | undefined; onClose: () => void }) => ReactNode;
}

function Tabs({
  list,
  state,
  tabs,
  live,
}: {
  list: ListDefinition;
  state: ListState;
  tabs: FilterTabs;
  live?: AdminListName;
}) {
  const { data } = useData(adminCountsQuery);
  const counts = (live && data && live in data ? data[live as keyof typeof data] : {}) as Record<
    string,
    number | undefined
  >;
  return (
    <div className="mb-5">
      <LinkTabs
        label={textOf(tabs.label)}
        tabs={tabs.tabs.map(([value, label]) => {
          const count = counts[value];
          return {
            to: listHref(list, state, { filters: { [tabs.name]: value }, open: '' }),
            label: textOf(label),
            ...(count === undefined ? {} : { count: cappedCount(count) }),
            current: state.filters[tabs.name] === value,
          };
        })}
      />
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="card grid gap-4 p-5">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <Skeleton key={index} className="h-11 w-full" />
      ))}
    </div>
  );
}

function Empty({ list, state, empty }: { list: ListDefinition; state: ListState; empty: EmptyList }) {
  const narrowed = isNarrowed(list, state) || state.page > 1;
  return (
    <div className="card">
      <EmptyState
        title={narrowed ? t`No matches` : empty.title}
        actions={
          narrowed ? (
            <Button onClick={() => navigate(list.path, { keepScroll: true })}>{t`Clear filters`}</Button>
          ) : (
            <LinkButton to={empty.action.to}>{empty.action.label}</LinkButton>
          )
        }
      >
        {narrowed ? t`Try another search or other filters.` : empty.text}
      </EmptyState>
    </div>
  );
}

function Total({ pagination: { totalCount, countIsCapped } }: { pagination: ListPage<unknown>['pagination'] }) {
  return (
    <p className="mx-1 mt-3 mb-4 text-sm text-muted tabular-nums" role="status">
      {countIsCapped
        ? t`${plural({ rows: totalCount }, { one: '#+ entry', other: '#+ entries' })}. Search or filter to find the rest.`
        : t`${plural({ rows: totalCount }, { one: '# entry', other: '# entries' })}`}
    </p>
  );
}

interface SelectedRowsProps<Row extends { id: string }> {
  endpoint: AnyEndpoint;
  state: ListState;
  page: ListPage<Row>;
  selection: Selection<Row>;
  onChange: (change: SelectionChange<Row>) => void;
  bulk: readonly BulkAction<Row>[];
  wholeActions: readonly SelectionAction<Row>[];
  name: (row: Row) => string;
}

/** The actions on the selected rows. Renders nothing without a selection. */
function SelectedRows<Row extends { id: string }>(props: SelectedRowsProps<Row>) {
  const { endpoint, state, page, selection, onChange, bulk, wholeActions, name } = props;
  const [acting, setActing] = useState<BulkAction<Row>>();
  const { isSelecting, selectMatches } = useSelectMatches<Row>({
    endpoint,
    state,
    onRows: (rows) => onChange({ type: 'add', rows }),
  });
  const rows = [...selection.values()];
  const clear = () => onChange({ type: 'clear' });
  return (
    <>
      {selection.size > 0 ? (
        <BulkBar
          rows={rows}
          selected={selection.size}
          isWholePage={isWholePage(selection, page.items)}
          pagination={page.pagination}
          isSelecting={isSelecting}
          onSelectPage={() => onChange({ type: 'page', rows: page.items })}
          onSelectMatches={() => void selectMatches(page.pagination)}
          actions={bulk}
          wholeActions={wholeActions}
          onAct={setActing}
          onClear={clear}
        />
      ) : null}
      {acting ? (
        <BulkDialog
          action={acting}
          rows={rows}
          name={name}
          onClose={(isDone) => {
            setActing(undefined);
            if (isDone) clear();
          }}
        />
      ) : null}
    </>
  );
}

/**
 * An admin list: tabs, search, filters, table, selection, keyboard and drawer. Its whole state except for the selection is in the
 * address.
 */
export function AdminList<Row extends { id: string }>(props: AdminListProps<Row>) {
  const { list, endpoint, live, bulk = [], selectionActions = [] } = props;
  const state = useListState(list);
  const page = useData(props.wanted(state), { keepPrevious: true });
  useLiveAdminLists(live, endpoint);
  usePolling(endpoint, props.polled === true);
  const rows = page.data?.items ?? noRows;
  const isSelectable = bulk.length + selectionActions.length > 0;
  const controls = useList<Row>({ list, state, rows: rows as readonly Row[], isSelectable });
  const { selection, change } = controls;
  const openRow = (rows as readonly Row[]).find(({ id }) => id === state.open);
  return (
    <>
      <PageHeader
        title={props.title}
        lead={props.lead}
        {...(props.back ? { back: props.back } : {})}
        actions={props.headerActions}
      />
      {props.above}
      {props.tabs ? <Tabs list={list} state={state} tabs={props.tabs} {...(live ? { live } : {})} /> : null}
      <ListTools
        list={list}
        state={state}
        searchLabel={props.searchLabel}
        filters={props.filters ?? []}
        orders={props.orders}
        csv={csvHref(endpoint, state)}
        csvNeedsProof={props.exportNeedsProof === true}
        onHelp={() => controls.setHelpOpen(true)}
      />
      <div className="list-split" data-open={state.open ? '' : undefined}>
        <div className="min-w-0">
          <Loaded
            of={page}
            loading={<ListSkeleton />}
            failed={props.failed}
            empty={(data) => data.items.length === 0 && <Empty list={list} state={state} empty={props.empty} />}
          >
            {(data) => (
              <>
                <ListTable
                  caption={props.title}
                  header={props.header}
                  headerSort={props.headerSort}
                  parts={props.row}
                  rows={data.items}
                  busy={page.isPlaceholderData}
                  sort={state.sort}
                  onSort={(sort) => navigate(listHref(list, state, { sort }), { replace: true, keepScroll: true })}
                  activeId={controls.active?.id}
                  openId={state.open}
                  hrefOf={({ id }) => listHref(list, state, { open: id })}
                  onActive={controls.onActive}
                  onOpen={({ id }) => controls.open(id)}
                  selection={isSelectable ? selection : undefined}
                  onSelect={controls.onSelect}
                  onSelectPage={() => change({ type: 'page', rows: data.items })}
                />
                <Total pagination={data.pagination} />
                <Pagination
                  {...data.pagination}
                  hrefOf={(number) => listHref(list, state, { page: number, open: '' })}
                />
              </>
            )}
          </Loaded>
        </div>
        {state.open ? props.drawer?.({ id: state.open, row: openRow, onClose: controls.close }) : null}
      </div>
      {page.data ? (
        <SelectedRows
          endpoint={endpoint}
          state={state}
          page={page.data}
          selection={selection}
          onChange={change}
          bulk={bulk}
          wholeActions={selectionActions}
          name={props.row.name}
        />
      ) : null}
      {controls.isHelpOpen ? <ShortcutsDialog onClose={() => controls.setHelpOpen(false)} /> : null}
    </>
  );
}

const noRows: readonly never[] = [];
