import { Ban, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listRepeatInfringers, listTakedowns } from '#contract/calls/legal.ts';
import { type Message, msg, plural, sentences, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import type { TakedownItem } from '#contract/legal.ts';
import { paths, userPath } from '#contract/paths.ts';
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
import { RichText } from '#web/ui/rich-text.tsx';
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
  ['open', msg({ message: 'Open', context: 'without a decision' })],
  ['countered', msg`Counter-notices`],
  ['acted', msg`Acted on`],
  ['rejected', msg`Rejected`],
  ['', msg({ message: 'All', context: 'copyright notices in all states' })],
] as const;

const states: Record<TakedownItem['status'], readonly [Message, Tone]> = {
  open: [msg({ message: 'Open', context: 'without a decision' }), 'accent'],
  acted: [msg`Acted on`, 'paid'],
  rejected: [msg`Rejected`, 'danger'],
};

export const repeatInfringers = query(listRepeatInfringers);

function Facts({ rows }: { rows: readonly (readonly [label: Text, value: ReactNode])[] }) {
  return (
    <EntryFacts>
      {rows.map(([label, value]) => (
        <EntryFact key={label} label={label}>
          <span className="user-text block whitespace-pre-line" dir="auto">
            {value}
          </span>
        </EntryFact>
      ))}
    </EntryFacts>
  );
}

function CounterNotice({ notice }: { notice: NonNullable<TakedownMaterial['counterNotice']> }) {
  return (
    <Disclosure summary={t`Counter-notice`}>
      {() => (
        <Facts
          rows={[
            [t`Name`, notice.name],
            [t`Address`, notice.address],
            [t`Contact`, `${notice.email}, ${notice.phone}`],
            ...(notice.explanation ? [[t`Explanation`, notice.explanation] as const] : []),
            [t`Signature`, notice.signature],
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
        <Chip tone={tone}>{textOf(word)}</Chip>
        <TextLink to={material.path}>{material.label}</TextLink>
        <span className="text-sm text-muted">{textOf(kindWords[material.kind])}</span>
      </p>
      <p className="text-muted">
        <RichText
          text={msg`Posted by <user>@${{ username }}</user>, ${plural({ notices: material.strikes }, { one: '# notice', other: '# notices' })} against this person.`}
          tags={{ user: (text) => <TextLink to={userPath(username)}>{text}</TextLink> }}
        />{' '}
        <span>{sentences(material.flagged ? t`Flagged as a repeat infringer.` : '', clockOf(material))}</span>
      </p>
      {material.counterNotice ? <CounterNotice notice={material.counterNotice} /> : null}
      {material.status === 'disabled' || material.status === 'countered' ? (
        <div className="flex flex-wrap gap-2.5">
          {material.status === 'countered' ? (
            <Button variant="danger" onClick={() => act('action_filed')}>{t`Record court action…`}</Button>
          ) : (
            <Button onClick={() => act('keep_down')}>{t`Keep disabled…`}</Button>
          )}
          <Button onClick={() => act('restore')}>{t`Restore…`}</Button>
        </div>
      ) : null}
      {material.status === 'kept_down' ? (
        <div>
          <Button onClick={() => act('restore_later')}>{t`Restore…`}</Button>
        </div>
      ) : null}
    </li>
  );
}

/** The complainant, and the owner of the work if that is someone else. */
const complainantOf = ({ name, ownerName }: TakedownItem): Text =>
  ownerName ? t`${{ name }}, for ${{ owner: ownerName }}` : verbatim(name);

function NoticeCard({ item, onAct }: { item: TakedownItem; onAct: (act: Act) => void }) {
  const { reference } = item;
  const username = item.user?.username;
  return (
    <EntryFrame
      label={t`Copyright notice ${{ reference }}`}
      state={states[item.status]}
      at={item.createdAt}
      heading={
        <h3 className="text-lg">
          {complainantOf(item)}
          <span className="block text-sm font-normal text-muted">
            {username ? (
              <RichText
                text={msg`${{ reference }}, sent by <user>@${{ username }}</user>`}
                tags={{ user: (text) => <TextLink to={userPath(username)}>{text}</TextLink> }}
              />
            ) : (
              t`${{ reference }}, sent without an account`
            )}
          </span>
        </h3>
      }
      footer={
        item.status === 'open' ? (
          <>
            <Button variant="danger" onClick={() => onAct({ kind: 'disable' })}>{t`Disable…`}</Button>
            <Button onClick={() => onAct({ kind: 'reject' })}>{t`Reject…`}</Button>
          </>
        ) : null
      }
    >
      <Facts
        rows={[
          [t`The work`, item.work],
          [t`Where`, item.locations.join('\n')],
          [t`Contact`, `${item.email}, ${item.phone}\n${item.address}`],
          [t`Signature`, item.signature],
        ]}
      />
      {item.reason ? (
        <p className="quote">
          <b>{t`Reason given`}</b>
          <span className="text-start" dir="auto">
            {item.reason}
          </span>
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
          {t`${plural({ people: flagged.length }, { one: '# repeat infringer', other: '# repeat infringers' })}`}
        </h2>
        <p className="text-muted">
          {t`${plural({ notices: threshold }, { one: '# notice', other: '# notices' })} or more led to disabled material. Decide whether to suspend the account.`}
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
          {flagged.map(({ user, strikes, suspended }) => (
            <li key={user.id}>
              <RichText
                text={
                  suspended
                    ? msg`<user>@${{ username: user.username }}</user>: ${plural({ notices: strikes }, { one: '# notice', other: '# notices' })}, suspended`
                    : msg`<user>@${{ username: user.username }}</user>: ${plural({ notices: strikes }, { one: '# notice', other: '# notices' })}`
                }
                tags={{ user: (text) => <TextLink to={userPath(user.username)}>{text}</TextLink> }}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const columns: readonly ListColumn<TakedownItem>[] = [
  { key: 'status', header: msg`State`, cell: ({ status }) => <StateCell state={states[status]} /> },
  {
    key: 'work',
    header: msg({ message: 'Work', context: 'something that someone created' }),
    extra: true,
    cell: ({ work }) => <span className="line-clamp-2">{work}</span>,
  },
  { key: 'created', header: msg`Received`, sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

function menuOf(item: TakedownItem, onAct: (act: Act) => void): MenuItem[] {
  if (item.status !== 'open') return [];
  return [
    { label: t`Disable…`, icon: <Ban aria-hidden="true" />, danger: true, onSelect: () => onAct({ kind: 'disable' }) },
    { label: t`Reject…`, icon: <X aria-hidden="true" />, onSelect: () => onAct({ kind: 'reject' }) },
  ];
}

/** Only rejecting: what to disable is a choice for each notice. */
const bulk: readonly BulkAction<TakedownItem>[] = [
  {
    key: 'reject',
    open: msg`Reject…`,
    question: (rows) => t`Reject ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Reject ${{ rows }}`,
    icon: <X aria-hidden="true" />,
    variant: 'danger',
    reason: { label: msg`Reason`, hint: msg`Each complainant gets this by email.` },
    plan: ({ status, name }) =>
      status === 'open'
        ? { change: t`Nothing is disabled. ${{ name }} gets your reason` }
        : { skip: t`Already decided.` },
    run: rejectNotice,
    done: msg`Rejected`,
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
        title={t`Copyright notices`}
        lead={t`Is the notice complete, and does it name material on this site? Then disable the material. The law expects us to act promptly.`}
        header={t`Notice`}
        endpoint={listTakedowns}
        exportNeedsProof
        wanted={takedowns.page}
        live="takedowns"
        tabs={{ name: 'status', label: msg`States`, tabs }}
        orders={timeOrders}
        searchLabel={t`Search by reference, person, work or address`}
        failed={t`We couldn’t load the copyright notices`}
        empty={{
          title: t`No copyright notices here`,
          text: t`New notices appear here and in your notifications. Anyone can send one from the copyright page.`,
          action: { to: paths.copyright, label: t`See the copyright page` },
        }}
        above={<Infringers />}
        bulk={bulk}
        row={{
          title: complainantOf,
          name: ({ reference }) => t`notice ${{ reference }}`,
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
