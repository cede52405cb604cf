import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useSearch } from '#web/data/location.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { type ActiveRow, type ListCommand, moveActive } from './keyboard.ts';
import { type ListDefinition, type ListState, listHref, listStateIn } from './list-state.ts';
import { openRowMenu, rowLinkId } from './list-table.tsx';
import { searchFieldId } from './list-tools.tsx';
import { changeSelection, type Selection, type SelectionChange } from './selection.ts';
import { useKeyboard } from './use-keyboard.ts';

/** The list's state, read from the address. */
export function useListState(list: ListDefinition): ListState {
  return listStateIn(list, useSearch());
}

export interface ListControls<Row> {
  active: ActiveRow | undefined;
  selection: Selection<Row>;
  isHelpOpen: boolean;
  setHelpOpen: (open: boolean) => void;
  onActive: (id: string) => void;
  onSelect: (row: Row, extend: boolean) => void;
  change: (change: SelectionChange<Row>) => void;
  open: (id: string) => void;
  close: () => void;
}

function focusRow(id: string): void {
  const link = document.getElementById(rowLinkId(id));
  link?.focus({ preventScroll: true });
  link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

/** Updates the selection with the rows on screen, and clears it when the filters change. */
function useSelection<Row extends { id: string }>(state: ListState, rows: readonly Row[]) {
  const [selection, change] = useReducer(changeSelection<Row>, new Map() as Selection<Row>);
  useEffect(() => change({ type: 'refresh', rows }), [rows]);
  const asked = JSON.stringify([state.search, state.filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter starts another selection
  useEffect(() => change({ type: 'clear' }), [asked]);
  return [selection, change] as const;
}

interface Wiring<Row> {
  list: ListDefinition;
  state: ListState;
  rows: readonly Row[];
  isSelectable: boolean;
}

/** The interactive state of a list: the active row, the selection, the drawer and the keyboard. */
export function useList<Row extends { id: string }>({
  list,
  state,
  rows,
  isSelectable,
}: Wiring<Row>): ListControls<Row> {
  const [selection, change] = useSelection(state, rows);
  const [active, setActive] = useState<ActiveRow>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const lastToggled = useRef<string>(undefined);
  const ids = rows.map(({ id }) => id);
  const openId = state.open;

  const onActive = (id: string) => setActive({ id, index: ids.indexOf(id) });
  const open = (id: string) => {
    onActive(id);
    navigate(listHref(list, state, { open: id }), { keepScroll: true, replace: openId !== '' });
  };
  const close = () => navigate(listHref(list, state, { open: '' }), { keepScroll: true });
  const onSelect = (row: Row, extend: boolean) => {
    change(extend ? { type: 'extend', row, rows, from: lastToggled.current } : { type: 'toggle', row });
    lastToggled.current = row.id;
  };
  useFocusBack(openId, active?.id);

  const move = (command: ListCommand): boolean => {
    const next = moveActive(ids, active, command);
    if (!next) return false;
    setActive(next);
    focusRow(next.id);
    if (openId && next.id !== openId)
      navigate(listHref(list, state, { open: next.id }), { keepScroll: true, replace: true });
    return true;
  };
  const dismiss = (target: EventTarget | null): boolean => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.blur();
    else if (openId) close();
    else if (selection.size > 0) change({ type: 'clear' });
    else return false;
    return true;
  };
  useKeyboard((command, target) => {
    const row = rows.find(({ id }) => id === active?.id);
    switch (command) {
      case 'search':
        document.querySelector<HTMLInputElement>(`#${searchFieldId} input`)?.focus();
        return true;
      case 'help':
        setHelpOpen(true);
        return true;
      case 'close':
        return dismiss(target);
      case 'toggle':
        if (row && isSelectable) onSelect(row, false);
        return row !== undefined;
      case 'edit':
        if (row && !openRowMenu(row.id)) open(row.id);
        return row !== undefined;
      case 'open':
        // A focused link opens the row itself.
        if (!row || (target instanceof Element && target.closest('[data-row-link]'))) return false;
        open(row.id);
        return true;
      default:
        return move(command);
    }
  });
  return { active, selection, isHelpOpen, setHelpOpen, onActive, onSelect, change, open, close };
}

/** Returns the focus to its row when the drawer closes. */
function useFocusBack(openId: string, activeId: string | undefined): void {
  const before = useRef(openId);
  const focus = useCallback(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (activeId && isLost) focusRow(activeId);
  }, [activeId]);
  useEffect(() => {
    if (before.current && !openId) focus();
    before.current = openId;
  }, [openId, focus]);
}
