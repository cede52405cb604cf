import type { HeldItem } from '#contract/admin/money-lists.ts';
import { adminPoolStatusWords } from '#contract/admin/pool-status-words.ts';
import { listHeldPools } from '#contract/calls/admin.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { poolStatuses } from '#contract/pools/pool-status.ts';
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

const states = (): FilterSelect => ({
  name: 'status',
  label: t`State`,
  options: [
    ['', t`All states`],
    ['frozen', t`Frozen`],
    ...poolStatuses.map((status) => [status, textOf(adminPoolStatusWords[status])] as const),
  ],
});

const orders = [
  ['-held', msg`Most held first`],
  ['held', msg`Least held first`],
  ['title', msg`Title, A to Z`],
  ['-title', msg`Title, Z to A`],
  ['deadline', msg`Least time left`],
  ['-deadline', msg`Most time left`],
] as const;

function State({ item: { status, frozen } }: { item: HeldItem }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Chip>{textOf(adminPoolStatusWords[status])}</Chip>
      {frozen ? <Chip tone="danger">{t`Frozen`}</Chip> : null}
    </span>
  );
}

const timeLeft = ({ dueAt }: HeldItem) => (dueAt ? <TimeLeft until={dueAt} /> : '–');

const columns: readonly ListColumn<HeldItem>[] = [
  { key: 'state', header: msg`State`, cell: (item) => <State item={item} /> },
  {
    key: 'held',
    header: msg`Held`,
    align: 'end',
    sort: { up: 'held', down: '-held' },
    cell: ({ heldCents }) => <b className="text-paid-text">{formatMoneyExact(heldCents)}</b>,
  },
  { key: 'fans', header: msg`Fans`, align: 'end', extra: true, cell: ({ fanCount }) => fanCount },
  { key: 'due', header: msg`Time left`, extra: true, sort: { up: 'deadline', down: '-deadline' }, cell: timeLeft },
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
          { label: t`Held`, value: formatMoneyExact(heldCents) },
          { label: t`Pool`, value: <TextLink to={poolPath}>{poolTitle}</TextLink> },
          { label: t`State`, value: <State item={item} /> },
          { label: t`Time left`, value: timeLeft(item) },
          { label: t`Fans`, value: fanCount },
          {
            label: t`Creator`,
            value: creator ? <PersonLink username={creator} /> : t({ message: 'None yet', context: 'no creator' }),
          },
        ]}
      />
      <p className="mt-4 flex flex-wrap gap-x-5">
        <TextLink to={moves}>{t`Charges and refunds`}</TextLink>
        <TextLink to={`${paths.adminPools}?open=${id}`}>{t`Full history`}</TextLink>
      </p>
    </>
  );
}

/** The pools that hold money, largest sum first. */
export function HeldList() {
  return (
    <AdminList<HeldItem>
      list={held.list}
      title={t`Held per pool`}
      lead={t`Paid by fans and owed to them until the pool is delivered.`}
      back={paths.adminMoney}
      header={t`Pool`}
      headerSort={{ up: 'title', down: '-title' }}
      endpoint={listHeldPools}
      wanted={held.page}
      polled
      filters={[states()]}
      orders={orders}
      searchLabel={t`Search by title, creator or id`}
      failed={t`We couldn’t load the pools`}
      empty={{
        title: t`No money is held`,
        text: t`Paid pledges appear here until their pool is delivered.`,
        action: { to: paths.adminPools, label: t`See all pools` },
      }}
      row={{
        title: ({ poolTitle }) => poolTitle,
        name: ({ poolTitle }) => poolTitle,
        subtitle: ({ creator }) => (creator ? t`for @${{ creator }}` : t`No creator yet`),
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
