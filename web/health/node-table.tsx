import type { Health } from '#contract/admin/health.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';

type Node = Health['nodes'][number];

const roles: Record<string, Message> = { all: msg`Pages and jobs`, web: msg`Pages`, worker: msg`Jobs` };
const roleText = (role: string) => (roles[role] ? textOf(roles[role]) : role);

const columns = (): readonly Column<Node>[] => [
  { key: 'host', header: t`Host`, cell: ({ host }) => <span className="wrap-anywhere">{host}</span> },
  {
    key: 'role',
    header: t({ message: 'Runs', context: 'what a process does: pages, jobs or both' }),
    cell: ({ role }) => roleText(role),
  },
  { key: 'version', header: t`Version`, cell: ({ version }) => version },
  { key: 'processes', header: t`Processes`, align: 'end', cell: ({ processes }) => formatNumber(processes) },
  { key: 'since', header: t`Connected`, cell: ({ since }) => <RelativeTime at={since} /> },
];

/** The processes of the installation by host. */
export function NodeTable({ nodes }: { nodes: readonly Node[] }) {
  if (nodes.length === 0)
    return (
      <EmptyState title={t`No node is known`}>{t`The database doesn’t show the names of its clients.`}</EmptyState>
    );
  const keyOf = ({ host, role, version }: Node) => `${host} ${role} ${version}`;
  return <DataTable caption={t`Connected processes`} columns={columns()} rows={nodes} rowKey={keyOf} />;
}
