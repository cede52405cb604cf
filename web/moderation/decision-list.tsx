import { type ReactNode, useState } from 'react';
import { AdminList, type AdminListProps } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListRowParts } from '#web/admin-table/list-table.tsx';
import type { DataQuery } from '#web/data/query.ts';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { timeOrders } from './drawer-entry.tsx';

interface DecisionListProps<Row extends { id: string }, Detail extends Row, Action>
  extends Omit<AdminListProps<Row>, 'row' | 'drawer' | 'orders'> {
  row: Omit<ListRowParts<Row>, 'actions'>;
  /** The actions that are possible now, as the row's menu. */
  menu: (row: Row, onAct: (action: Action) => void) => MenuItem[];
  drawer: {
    detail: (id: string) => DataQuery<Detail>;
    title: (known: Row) => ReactNode;
    /** The accessible name. */
    name: (known: Row) => string;
    roomy?: boolean;
    entry: (detail: Detail, onAct: (action: Action) => void) => ReactNode;
  };
  /** Confirms an action that the admin chose in a menu or in the drawer. */
  dialog: (row: Row, action: Action, onClose: () => void) => ReactNode;
}

/** An admin list whose entries wait for a decision. The oldest entry comes first. */
export function DecisionList<Row extends { id: string }, Detail extends Row, Action>({
  row,
  menu,
  drawer,
  dialog,
  ...list
}: DecisionListProps<Row, Detail, Action>) {
  const [chosen, setChosen] = useState<{ row: Row; action: Action }>();
  const { detail, entry, ...heading } = drawer;
  return (
    <>
      <AdminList<Row>
        {...list}
        orders={timeOrders}
        row={{ ...row, actions: (item) => menu(item, (action) => setChosen({ row: item, action })) }}
        drawer={({ id, row: listed, onClose }) => (
          <DetailDrawer id={id} wanted={detail(id)} row={listed} onClose={onClose} {...heading}>
            {(item) => entry(item, (action) => setChosen({ row: item, action }))}
          </DetailDrawer>
        )}
      />
      {chosen ? dialog(chosen.row, chosen.action, () => setChosen(undefined)) : null}
    </>
  );
}
