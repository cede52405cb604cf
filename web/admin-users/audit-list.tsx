import { auditTargetKinds } from '#contract/admin/audit.ts';
import { auditActions } from '#contract/admin/audit-actions.ts';
import { listAudit } from '#contract/calls/admin.ts';
import { type Message, msg, t, textOf, verbatim } from '#contract/language/text.ts';
import { AdminList, otherQueues } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import { DrawerFacts, DrawerSection } from '#web/admin-table/drawer-part.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { auditChanges, auditSentence } from './audit-text.ts';
import { type AuditRow, audit } from './lists.ts';

const targetLabels: Record<(typeof auditTargetKinds)[number], Message> = {
  user: msg`People`,
  pool: msg`Pools`,
  creator_application: msg`Applications`,
  creator_profile: msg`Profiles`,
  pool_claim: msg`Pool claims`,
  creator_claim: msg`Profile claims`,
  content_claim: msg`Deliveries`,
  objection: msg`Objections`,
  report: msg`Reports`,
  update: msg`Updates`,
  comment: msg`Comments`,
  message: msg`Chat messages`,
  image: msg`Profile or cover picture`,
  performer_records: msg`Performer records`,
  takedown_notice: msg`Copyright notices`,
  room: msg`Chat rooms`,
  chat: msg`Chat`,
  dispute: msg`Disputes`,
  payment: msg`Payments`,
  money: msg`Money`,
  jobs: msg`Jobs`,
  operator: msg`Operator`,
  webhook: msg`Webhooks`,
  call: msg`Admin calls`,
};

const capital = (text: string) => verbatim(text.charAt(0).toUpperCase() + text.slice(1));

const filters = (): readonly FilterSelect[] => [
  {
    name: 'action',
    label: t`Action`,
    options: [
      ['', t`All actions`],
      ...Object.entries(auditActions).map(([action, text]) => [action, capital(textOf(text))] as const),
    ],
  },
  {
    name: 'targetKind',
    label: t`About`,
    options: [['', t`About anything`], ...auditTargetKinds.map((kind) => [kind, textOf(targetLabels[kind])] as const)],
  },
];

const tabs = {
  name: 'status',
  label: msg`States`,
  tabs: [
    ['', msg({ message: 'All', context: 'actions in all states' })],
    ['done', msg({ message: 'Done', context: 'the state of an action or a payment' })],
    ['refused', msg`Refused`],
  ],
} as const;

const targetOf = ({ target }: AuditRow) => target.label ?? target.id;

const columns: readonly ListColumn<AuditRow>[] = [
  {
    key: 'status',
    header: msg`State`,
    cell: ({ status }) => (
      <Chip tone={status === 'refused' ? 'danger' : 'plain'}>
        {status === 'refused' ? t`Refused` : t({ message: 'Done', context: 'the state of an action or a payment' })}
      </Chip>
    ),
  },
  {
    key: 'reason',
    header: msg`Reason`,
    extra: true,
    cell: ({ reason }) => (
      <span className="line-clamp-2 max-w-80 text-sm text-muted wrap-anywhere">{reason ?? '–'}</span>
    ),
  },
  {
    key: 'ip',
    header: msg({ message: 'Address', context: 'an IP address' }),
    extra: true,
    cell: ({ ip }) => <span className="text-sm text-muted">{ip || '–'}</span>,
  },
  {
    key: 'at',
    header: msg`When`,
    sort: { up: 'oldest', down: 'newest' },
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];

function Changes({ row }: { row: AuditRow }) {
  const changes = auditChanges(row);
  if (changes.length === 0) return null;
  return (
    <DrawerSection title={t`Before and after`}>
      <table className="w-full text-sm text-muted">
        <thead>
          <tr>
            {[t`Value`, t`Before`, t`After`].map((title) => (
              <th key={title} scope="col" className="py-1.5 pe-2 text-start font-[650]">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name} className="border-t border-line align-top wrap-anywhere">
              <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                {name}
              </th>
              <td className="py-1.5 pe-2">{before}</td>
              <td className={before === after ? 'py-1.5 pe-2' : 'py-1.5 pe-2 font-semibold text-ink'}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </DrawerSection>
  );
}

function AuditDetails({ row }: { row: AuditRow }) {
  const { target, reason, ip, at, hash, number, actor } = row;
  const label = targetOf(row);
  return (
    <>
      {reason ? (
        <p className="quote mt-2 text-start wrap-anywhere" dir="auto">
          {reason}
        </p>
      ) : null}
      <DrawerSection title={t`Facts`} hideTitle>
        <DrawerFacts
          facts={[
            { label: t`About`, value: target.path ? <TextLink to={target.path}>{label}</TextLink> : label },
            {
              label: t({ message: 'By', context: 'the person who did it' }),
              value: actor ? `@${actor.username}` : t`The server`,
            },
            { label: t`When`, value: <time dateTime={at}>{at.replace('T', ' ').replace(/[.]\d+Z$/, ' UTC')}</time> },
            { label: t({ message: 'Address', context: 'an IP address' }), value: ip || '–' },
            { label: t`Number in the chain`, value: number },
            { label: t`Hash`, value: <code className="text-xs">{hash}</code> },
          ]}
        />
      </DrawerSection>
      <Changes row={row} />
    </>
  );
}

/** The actions of admins, and the refused attempts of other people. */
export function AuditList() {
  return (
    <AdminList<AuditRow>
      list={audit.list}
      title={t`Audit trail`}
      lead={t`Every admin action, with its target and the values before and after. Rows can’t be changed: each one contains the hash of the one before.`}
      header={t`Action`}
      endpoint={listAudit}
      wanted={audit.page}
      live="audit"
      tabs={tabs}
      filters={filters()}
      orders={[
        ['newest', msg`Newest first`],
        ['oldest', msg`Oldest first`],
      ]}
      searchLabel={t`Search by person, pool, reason or id`}
      failed={t`We couldn’t load the audit trail`}
      empty={{
        title: t`Nothing yet`,
        text: t`Every admin action appears here, such as approving an application or changing a role.`,
        action: otherQueues(),
      }}
      row={{ title: auditSentence, name: auditSentence, subtitle: targetOf, columns }}
      drawer={({ id, row, onClose }) => (
        <DetailDrawer
          id={id}
          wanted={audit.detail(id)}
          row={row}
          title={auditSentence}
          name={({ number }) => t`row ${{ number }}`}
          onClose={onClose}
        >
          {(known) => <AuditDetails row={known} />}
        </DetailDrawer>
      )}
    />
  );
}
