import type { HeldItem } from '#contract/admin/money-lists.ts';
import { listHeldPools } from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { adminPoolStatusWords, poolStatuses } from '#contract/pools/pool-status.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import { DrawerFacts } from '#web/admin-table/drawer-part.tsx';
import { listHref } from '#web/admin-table/list-state.ts';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { Chip } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { held, movements } from './lists.ts';
import { PersonLink } from './movement-labels.tsx';

const states: FilterSelect = {
  name: 'status',
  label: 'State',
  options: [
    ['', 'All states'],
    ['frozen', 'Frozen'],
    ...poolStatuses.map((status) => [status, adminPoolStatusWords[status]] as const),
  ],
};

const orders = [
  ['-held', 'Most held first'],
  ['held', 'Least held first'],
  ['title', 'Title, A to Z'],
  ['-title', 'Title, Z to A'],
  ['deadline', 'Least time left'],
  ['-deadline', 'Most time left'],
] as const;

function State({ item: { status, frozen } }: { item: HeldItem }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Chip>{adminPoolStatusWords[status]}</Chip>
      {frozen ? <Chip tone="danger">Frozen</Chip> : null}
    </span>
  );
}

const timeLeft = ({ dueAt }: HeldItem) => (dueAt ? <TimeLeft until={dueAt} /> : '–');

const columns: readonly ListColumn<HeldItem>[] = [
  { key: 'state', header: 'State', cell: (item) => <State item={item} /> },
  {
    key: 'held',
    header: 'Held',
    align: 'end',
    sort: { up: 'held', down: '-held' },
    cell: ({ heldCents }) => <b className="text-paid-text">{formatMoneyExact(heldCents)}</b>,
  },
  { key: 'fans', header: 'Fans', align: 'end', extra: true, cell: ({ fanCount }) => fanCount },
  { key: 'due', header: 'Time left', extra: true, sort: { up: 'deadline', down: '-deadline' }, cell: timeLeft },
];

function Details({ item }: { item: HeldItem }) {
  const { id, poolTitle, poolPath, heldCents, fanCount, creator } = item;
  const moves = listHref(
    movements.list,
    { search: id, filters: { status: '' }, sort: 'newest', page: 1, open: '' },
    {},
  );
  return (
    <>
      <DrawerFacts
        facts={[
          { label: 'Held', value: formatMoneyExact(heldCents) },
          { label: 'Pool', value: <TextLink to={poolPath}>{poolTitle}</TextLink> },
          { label: 'State', value: <State item={item} /> },
          { label: 'Time left', value: timeLeft(item) },
          { label: 'Fans', value: fanCount },
          { label: 'Creator', value: creator ? <PersonLink username={creator} /> : 'None yet' },
        ]}
      />
      <p className="mt-4 flex flex-wrap gap-x-5">
        <TextLink to={moves}>Charges and refunds</TextLink>
        <TextLink to={`${paths.adminPools}?open=${id}`}>Full history</TextLink>
      </p>
    </>
  );
}

/** The pools that hold money, largest sum first. */
export function HeldList() {
  return (
    <AdminList<HeldItem>
      list={held.list}
      title="Held per pool"
      lead="Paid by fans and owed to them until the pool is delivered."
      back={paths.adminMoney}
      header="Pool"
      headerSort={{ up: 'title', down: '-title' }}
      endpoint={listHeldPools}
      wanted={held.page}
      polled
      filters={[states]}
      orders={orders}
      searchLabel="Search by title, creator or id"
      failed="We couldn’t load the pools"
      empty={{
        title: 'No money is held',
        text: 'Paid pledges appear here until their pool is delivered.',
        action: { to: paths.adminPools, label: 'See all pools' },
      }}
      row={{
        title: ({ poolTitle }) => poolTitle,
        name: ({ poolTitle }) => poolTitle,
        subtitle: ({ creator }) => (creator ? `for @${creator}` : 'No creator yet'),
        columns,
      }}
      drawer={({ id, row, onClose }) => (
        <DetailDrawer
          id={id}
          wanted={held.detail(id)}
          row={row}
          title={({ poolTitle }) => poolTitle}
          name={({ poolTitle }) => poolTitle}
          onClose={onClose}
        >
          {(item) => <Details item={item} />}
        </DetailDrawer>
      )}
    />
  );
}
