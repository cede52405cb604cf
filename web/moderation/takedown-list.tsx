import { Ban, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listRepeatInfringers, listTakedowns } from '#contract/calls/legal.ts';
import type { TakedownItem } from '#contract/legal.ts';
import { paths, userPath } from '#contract/paths.ts';
import { count } from '#contract/values/time.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { query, useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { byTime, EntryFact, EntryFacts, EntryFrame, StateCell, timeOrders } from './drawer-entry.tsx';
import { takedowns } from './lists.ts';
import {
  DisableMaterial,
  RejectNotice,
  rejectNotice,
  SettleMaterial,
  type Settlement,
  takedownReads,
} from './takedown-dialogs.tsx';
import { clockOf, kindWords, materialStates, type TakedownMaterial } from './takedown-labels.ts';

type Act = { kind: 'disable' | 'reject' } | { kind: 'settle'; material: TakedownMaterial; act: Settlement };

const tabs = [
  ['open', 'Open'],
  ['countered', 'Counter-notices'],
  ['acted', 'Acted on'],
  ['rejected', 'Rejected'],
  ['', 'All'],
] as const;

const states: Record<TakedownItem['status'], readonly [string, Tone]> = {
  open: ['Open', 'accent'],
  acted: ['Acted on', 'paid'],
  rejected: ['Rejected', 'danger'],
};

export const repeatInfringers = query(listRepeatInfringers);

function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <EntryFacts>
      {rows.map(([label, value]) => (
        <EntryFact key={label} label={label}>
          <span className="whitespace-pre-line">{value}</span>
        </EntryFact>
      ))}
    </EntryFacts>
  );
}

function CounterNotice({ notice }: { notice: NonNullable<TakedownMaterial['counterNotice']> }) {
  return (
    <Disclosure summary="Counter-notice">
      {() => (
        <Facts
          rows={[
            ['Name', notice.name],
            ['Address', notice.address],
            ['Contact', `${notice.email}, ${notice.phone}`],
            ...(notice.explanation ? [['Explanation', notice.explanation] as const] : []),
            ['Signature', notice.signature],
          ]}
        />
      )}
    </Disclosure>
  );
}

function Material({ material, onAct }: { material: TakedownMaterial; onAct: (act: Act) => void }) {
  const [word, tone] = materialStates[material.status];
  const act = (what: Settlement) => onAct({ kind: 'settle', material, act: what });
  const { username } = material.user;
  return (
    <li className="grid gap-2.5 border-t border-line pt-4">
      <p className="flex flex-wrap items-center gap-2.5">
        <Chip tone={tone}>{word}</Chip>
        <TextLink to={material.path}>{material.label}</TextLink>
        <span className="text-sm text-muted">{kindWords[material.kind]}</span>
      </p>
      <p className="text-muted">
        Posted by <TextLink to={userPath(username)}>@{username}</TextLink>, {count(material.strikes, 'notice')} against
        this person
        {material.flagged ? '. Flagged as a repeat infringer.' : '.'} {clockOf(material)}
      </p>
      {material.counterNotice ? <CounterNotice notice={material.counterNotice} /> : null}
      {material.status === 'disabled' || material.status === 'countered' ? (
        <div className="flex flex-wrap gap-2.5">
          {material.status === 'countered' ? (
            <Button variant="danger" onClick={() => act('action_filed')}>
              Record court action…
            </Button>
          ) : (
            <Button onClick={() => act('keep_down')}>Keep disabled…</Button>
          )}
          <Button onClick={() => act('restore')}>Restore…</Button>
        </div>
      ) : null}
      {material.status === 'kept_down' ? (
        <div>
          <Button onClick={() => act('restore_later')}>Restore…</Button>
        </div>
      ) : null}
    </li>
  );
}

function NoticeCard({ item, onAct }: { item: TakedownItem; onAct: (act: Act) => void }) {
  return (
    <EntryFrame
      label={`Copyright notice ${item.reference}`}
      state={states[item.status]}
      at={item.createdAt}
      heading={
        <h3 className="text-lg">
          {item.name}
          <span>{item.ownerName ? `, for ${item.ownerName}` : ''}</span>
          <span className="block text-sm font-normal text-muted">
            {item.reference}
            {item.user ? (
              <span>
                , sent by <TextLink to={userPath(item.user.username)}>@{item.user.username}</TextLink>
              </span>
            ) : (
              <span>, sent without an account</span>
            )}
          </span>
        </h3>
      }
      footer={
        item.status === 'open' ? (
          <>
            <Button variant="danger" onClick={() => onAct({ kind: 'disable' })}>
              Disable…
            </Button>
            <Button onClick={() => onAct({ kind: 'reject' })}>Reject…</Button>
          </>
        ) : null
      }
    >
      <Facts
        rows={[
          ['The work', item.work],
          ['Where', item.locations.join('\n')],
          ['Contact', `${item.email}, ${item.phone}\n${item.address}`],
          ['Signature', item.signature],
        ]}
      />
      {item.reason ? (
        <p className="quote">
          <b>Reason given</b>
          {item.reason}
        </p>
      ) : null}
      {item.materials.length > 0 ? (
        <ul className="grid gap-4">
          {item.materials.map((material) => (
            <Material key={material.id} material={material} onAct={onAct} />
          ))}
        </ul>
      ) : null}
    </EntryFrame>
  );
}

/** The people whose notices reach the limit in the settings. Renders nothing if there are none. */
function Infringers() {
  const { people = [], threshold = 0 } = useData(repeatInfringers).data ?? {};
  const flagged = people.filter((person) => person.flagged);
  if (flagged.length === 0) return null;
  return (
    <section className="notice mb-6" aria-labelledby="infringers">
      <TriangleAlert aria-hidden="true" />
      <div className="grid gap-2">
        <h2 id="infringers" className="text-base">
          {count(flagged.length, 'repeat infringer')}
        </h2>
        <p className="text-muted">
          {count(threshold, 'notice')} or more led to disabled material. Decide whether to suspend the account.
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
          {flagged.map(({ user, strikes, suspended }) => (
            <li key={user.id}>
              <TextLink to={userPath(user.username)}>@{user.username}</TextLink>: {count(strikes, 'notice')}
              {suspended ? <span>, suspended</span> : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const columns: readonly ListColumn<TakedownItem>[] = [
  { key: 'status', header: 'State', cell: ({ status }) => <StateCell state={states[status]} /> },
  { key: 'work', header: 'Work', extra: true, cell: ({ work }) => <span className="line-clamp-2">{work}</span> },
  { key: 'created', header: 'Received', sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

function menuOf(item: TakedownItem, onAct: (act: Act) => void): MenuItem[] {
  if (item.status !== 'open') return [];
  return [
    { label: 'Disable…', icon: <Ban aria-hidden="true" />, danger: true, onSelect: () => onAct({ kind: 'disable' }) },
    { label: 'Reject…', icon: <X aria-hidden="true" />, onSelect: () => onAct({ kind: 'reject' }) },
  ];
}

/** Only rejecting: what to disable is a choice for each notice. */
const bulk: readonly BulkAction<TakedownItem>[] = [
  {
    key: 'reject',
    label: 'Reject',
    icon: <X aria-hidden="true" />,
    variant: 'danger',
    reason: { label: 'Reason', hint: 'Each complainant gets this by email.' },
    plan: ({ status, name }) =>
      status === 'open' ? { change: `Nothing is disabled. ${name} gets your reason` } : { skip: 'Already decided.' },
    run: rejectNotice,
    done: 'Rejected',
    refresh: takedownReads,
  },
];

function DecisionDialog({ item, act, onClose }: { item: TakedownItem; act: Act; onClose: () => void }) {
  if (act.kind === 'settle') return <SettleMaterial material={act.material} act={act.act} onClose={onClose} />;
  const Decision = act.kind === 'disable' ? DisableMaterial : RejectNotice;
  return <Decision item={item} onClose={onClose} />;
}

/** Copyright notices to decide, and the cases that they opened. */
export function TakedownList() {
  const [asked, setAsked] = useState<{ item: TakedownItem; act: Act }>();
  return (
    <>
      <AdminList<TakedownItem>
        list={takedowns.list}
        title="Copyright notices"
        lead="Is the notice complete, and does it name material on this site? Then disable the material. The law expects us to act promptly."
        header="Notice"
        endpoint={listTakedowns}
        exportNeedsProof
        wanted={takedowns.page}
        live="takedowns"
        tabs={{ name: 'status', label: 'States', tabs }}
        orders={timeOrders}
        searchLabel="Search by reference, person, work or address"
        failed="We couldn’t load the copyright notices"
        empty={{
          title: 'No copyright notices here',
          text: 'New notices appear here and in your notifications. Anyone can send one from the copyright page.',
          action: { to: paths.copyright, label: 'See the copyright page' },
        }}
        above={<Infringers />}
        bulk={bulk}
        row={{
          title: ({ name, ownerName }) => `${name}${ownerName ? `, for ${ownerName}` : ''}`,
          name: ({ reference }) => `notice ${reference}`,
          subtitle: ({ reference }) => reference,
          columns,
          actions: (item) => menuOf(item, (act) => setAsked({ item, act })),
        }}
        drawer={({ id, row, onClose }) => (
          <DetailDrawer
            id={id}
            wanted={takedowns.detail(id)}
            row={row}
            title={({ reference }) => reference}
            name={({ reference }) => reference}
            onClose={onClose}
          >
            {(item) => <NoticeCard item={item} onAct={(act) => setAsked({ item, act })} />}
          </DetailDrawer>
        )}
      />
      {asked ? <DecisionDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
