import { ArrowDown, ArrowUp, ChevronsUpDown, EllipsisVertical } from 'lucide-react';
import type { ChangeEvent, MouseEvent, ReactNode } from 'react';
import { type Message, type Text, t, textOf } from '#contract/language/text.ts';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { Link } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { isWholePage, type Selection } from './selection.ts';

/** The server's names for the two directions of a column. */
export interface ColumnSort {
  up: string;
  down: string;
}

export interface ListColumn<Row> {
  key: string;
  header: Message;
  cell: (row: Row) => ReactNode;
  sort?: ColumnSort;
  align?: 'end';
  /** Hidden while the drawer or the screen leaves little space. */
  extra?: boolean;
}

export interface ListRowParts<Row> {
  /** The text of the row's link, which opens the drawer. */
  title: (row: Row) => ReactNode;
  /** The accessible name of the row. */
  name: (row: Row) => string;
  subtitle?: (row: Row) => ReactNode;
  columns: readonly ListColumn<Row>[];
  actions?: ((row: Row) => MenuItem[]) | undefined;
}

export interface ListTableProps<Row extends { id: string }> {
  parts: ListRowParts<Row>;
  caption: Text;
  /** The header of the first column. */
  header: Text;
  headerSort?: ColumnSort | undefined;
  rows: readonly Row[];
  busy: boolean;
  sort: string;
  onSort: (sort: string) => void;
  activeId: string | undefined;
  openId: string;
  hrefOf: (row: Row) => string;
  onActive: (id: string) => void;
  onOpen: (row: Row) => void;
  /** Without it, rows cannot be selected. */
  selection?: Selection<Row> | undefined;
  onSelect: (row: Row, extend: boolean) => void;
  onSelectPage: () => void;
}

export const rowLinkId = (id: string) => `row-${id}`;
export const rowMenuId = (id: string) => `row-menu-${id}`;

interface SortHeaderProps {
  name: Text;
  by: ColumnSort;
  align: ListColumn<unknown>['align'];
  sort: string;
  onSort: (sort: string) => void;
}

function SortHeader({ name, by, align, sort, onSort }: SortHeaderProps) {
  const Icon = sort === by.down ? ArrowDown : sort === by.up ? ArrowUp : ChevronsUpDown;
  return (
    <button
      type="button"
      className={`inline-flex min-h-8.5 items-center gap-1 ${align === 'end' ? 'flex-row-reverse' : ''}`}
      onClick={() => onSort(sort === by.up ? by.down : by.up)}
    >
      {name}
      <Icon aria-hidden="true" className="size-3.75" />
    </button>
  );
}

interface PickBoxProps {
  label: Text;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** Its touch target reaches beyond the box, to 44 px. */
function PickBox({ label, checked, onChange }: PickBoxProps) {
  return (
    <label className="relative -m-3 block w-11 p-3 select-none">
      <input type="checkbox" className="block size-5 accent-accent-text" checked={checked} onChange={onChange} />
      <span className="sr-only">{label}</span>
    </label>
  );
}

function Header<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { sort, onSort, rows, selection } = props;
  const stateOf = (by: ColumnSort | undefined) =>
    by && sort === by.up ? 'ascending' : by && sort === by.down ? 'descending' : undefined;
  const heading = (name: Text, by: ColumnSort | undefined, align?: 'end') =>
    by ? <SortHeader name={name} by={by} align={align} sort={sort} onSort={onSort} /> : name;
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className="pick-cell">
            <PickBox
              label={t`Select all rows of this page`}
              checked={isWholePage(selection, rows)}
              onChange={props.onSelectPage}
            />
          </th>
        ) : null}
        <th scope="col" aria-sort={stateOf(props.headerSort)}>
          {heading(props.header, props.headerSort)}
        </th>
        {props.parts.columns.map(({ key, header, sort: by, align, extra }) => (
          <th key={key} scope="col" className={align} data-extra={extra} aria-sort={stateOf(by)}>
            {heading(textOf(header), by, align)}
          </th>
        ))}
        {props.parts.actions ? (
          <th scope="col">
            <span className="sr-only">{t`Actions`}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

/** A click on a row opens it, unless it hits a control or selects text. */
function isOnRow(event: MouseEvent): boolean {
  const isControl = (event.target as Element).closest('a, button, input, label, [role="menu"]');
  return !isControl && window.getSelection()?.isCollapsed !== false;
}

function Row<T extends { id: string }>({ row, ...props }: ListTableProps<T> & { row: T }) {
  const { selection, parts } = props;
  const { actions } = parts;
  const { id } = row;
  const name = parts.name(row);
  const items = actions?.(row) ?? [];
  return (
    <tr
      data-active={props.activeId === id || undefined}
      data-open={props.openId === id || undefined}
      data-selected={selection?.has(id) || undefined}
      onFocus={() => props.onActive(id)}
      onClick={(event) => {
        if (isOnRow(event)) props.onOpen(row);
      }}
    >
      {selection ? (
        <td className="pick-cell">
          <PickBox
            label={t`Select ${{ name }}`}
            checked={selection.has(id)}
            onChange={(event) =>
              props.onSelect(row, (event.nativeEvent as MouseEvent['nativeEvent']).shiftKey === true)
            }
          />
        </td>
      ) : null}
      <th scope="row" className="main-cell">
        <Link
          id={rowLinkId(id)}
          to={props.hrefOf(row)}
          keepScroll
          data-row-link=""
          className="font-semibold underline-offset-3 hover:underline"
          aria-current={props.openId === id ? 'true' : undefined}
        >
          {parts.title(row)}
        </Link>
        {parts.subtitle ? (
          <span className="block text-sm text-muted" dir="auto">
            {parts.subtitle(row)}
          </span>
        ) : null}
      </th>
      {parts.columns.map(({ key, header, cell, align, extra }) => (
        <td key={key} className={align} data-extra={extra} data-label={textOf(header)}>
          {cell(row)}
        </td>
      ))}
      {actions ? (
        <td className="act-cell" id={rowMenuId(id)}>
          {items.length > 0 ? (
            <DropdownMenu
              triggerClass="icon-btn"
              trigger={<EllipsisVertical aria-hidden="true" />}
              label={t`Actions for ${{ name }}`}
              items={items}
              align="end"
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}

/** The rows of an admin list. */
export function ListTable<T extends { id: string }>(props: ListTableProps<T>) {
  return (
    <section
      className="table-frame"
      aria-label={props.caption}
      aria-busy={props.busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="table list-table">
        <caption className="sr-only">{props.caption}</caption>
        <Header {...props} />
        <tbody>
          {props.rows.map((row) => (
            <Row key={row.id} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Opens the menu of a row, whether its code is loaded or not. */
export function openRowMenu(id: string): boolean {
  const trigger = document.getElementById(rowMenuId(id))?.querySelector('button');
  if (!trigger) return false;
  trigger.focus();
  // Before its code is loaded it opens by a click; Radix opens by a key.
  if (trigger.dataset.state === undefined) trigger.click();
  else trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  return true;
}
