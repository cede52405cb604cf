import { auditActions, auditTargetKinds } from '#contract/admin/audit.ts';
import { listAudit } from '#contract/calls/admin.ts';
import { AdminList, otherQueues } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import { DrawerFacts, DrawerSection } from '#web/admin-table/drawer-part.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { auditChanges, auditSentence } from './audit-text.ts';
import { type AuditRow, audit } from './lists.ts';

const targetLabels: Record<(typeof auditTargetKinds)[number], string> = {
  user: 'People',
  pool: 'Pools',
  creator_application: 'Applications',
  creator_profile: 'Profiles',
  pool_claim: 'Pool claims',
  creator_claim: 'Profile claims',
  content_claim: 'Deliveries',
  objection: 'Objections',
  report: 'Reports',
  update: 'Updates',
  comment: 'Comments',
  message: 'Chat messages',
  image: 'Profile or cover picture',
  performer_records: 'Performer records',
  takedown_notice: 'Copyright notices',
  room: 'Chat rooms',
  chat: 'Chat',
  dispute: 'Disputes',
  payment: 'Payments',
  money: 'Money',
  jobs: 'Jobs',
  operator: 'Operator',
  call: 'Admin calls',
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const filters: readonly FilterSelect[] = [
  {
    name: 'action',
    label: 'Action',
    options: [
      ['', 'All actions'],
      ...Object.entries(auditActions).map(([action, text]) => [action, capital(text)] as const),
    ],
  },
  {
    name: 'targetKind',
    label: 'About',
    options: [['', 'About anything'], ...auditTargetKinds.map((kind) => [kind, targetLabels[kind]] as const)],
  },
];

const tabs = {
  name: 'status',
  label: 'States',
  tabs: [
    ['', 'All'],
    ['done', 'Done'],
    ['refused', 'Refused'],
  ],
} as const;

const targetOf = ({ target }: AuditRow) => target.label ?? target.id;

const columns: readonly ListColumn<AuditRow>[] = [
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => <Chip tone={status === 'refused' ? 'danger' : 'plain'}>{capital(status)}</Chip>,
  },
  {
    key: 'reason',
    header: 'Reason',
    extra: true,
    cell: ({ reason }) => (
      <span className="line-clamp-2 max-w-80 text-sm text-muted wrap-anywhere">{reason ?? '–'}</span>
    ),
  },
  {
    key: 'ip',
    header: 'Address',
    extra: true,
    cell: ({ ip }) => <span className="text-sm text-muted">{ip || '–'}</span>,
  },
  {
    key: 'at',
    header: 'When',
    sort: { up: 'oldest', down: 'newest' },
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];

function Changes({ row }: { row: AuditRow }) {
  const changes = auditChanges(row);
  if (changes.length === 0) return null;
  return (
    <DrawerSection title="Before and after">
      <table className="w-full text-sm text-muted">
        <thead>
          <tr>
            {['Value', 'Before', 'After'].map((title) => (
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
      {reason ? <p className="quote mt-2 wrap-anywhere">{reason}</p> : null}
      <DrawerSection title="Facts" hideTitle>
        <DrawerFacts
          facts={[
            { label: 'About', value: target.path ? <TextLink to={target.path}>{label}</TextLink> : label },
            { label: 'By', value: actor ? `@${actor.username}` : 'The server' },
            { label: 'When', value: <time dateTime={at}>{at.replace('T', ' ').replace(/[.]\d+Z$/, ' UTC')}</time> },
            { label: 'Address', value: ip || '–' },
            { label: 'Number in the chain', value: number },
            { label: 'Hash', value: <code className="text-xs">{hash}</code> },
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
      title="Audit trail"
      lead="Every admin action, with its target and the values before and after. Rows can’t be changed: each one contains the hash of the one before."
      header="Action"
      endpoint={listAudit}
      wanted={audit.page}
      live="audit"
      tabs={tabs}
      filters={filters}
      orders={[
        ['newest', 'Newest first'],
        ['oldest', 'Oldest first'],
      ]}
      searchLabel="Search by person, pool, reason or id"
      failed="We couldn’t load the audit trail"
      empty={{
        title: 'Nothing yet',
        text: 'Every admin action appears here, such as approving an application or changing a role.',
        action: otherQueues,
      }}
      row={{ title: auditSentence, name: auditSentence, subtitle: targetOf, columns }}
      drawer={({ id, row, onClose }) => (
        <DetailDrawer
          id={id}
          wanted={audit.detail(id)}
          row={row}
          title={auditSentence}
          name={({ number }) => `row ${number}`}
          onClose={onClose}
        >
          {(known) => <AuditDetails row={known} />}
        </DetailDrawer>
      )}
    />
  );
}
