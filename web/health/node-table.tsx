import type { Health } from '#contract/admin/health.ts';
import { grouped } from '#contract/values/format-number.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';

type Node = Health['nodes'][number];

const roles: Record<string, string> = { all: 'Pages and jobs', web: 'Pages', worker: 'Jobs' };

const columns: readonly Column<Node>[] = [
  { key: 'host', header: 'Host', cell: ({ host }) => <span className="wrap-anywhere">{host}</span> },
  { key: 'role', header: 'Runs', cell: ({ role }) => roles[role] ?? role },
  { key: 'version', header: 'Version', cell: ({ version }) => version },
  { key: 'processes', header: 'Processes', align: 'end', cell: ({ processes }) => grouped(processes) },
  { key: 'since', header: 'Connected', cell: ({ since }) => <RelativeTime at={since} /> },
];

/** The processes of the installation by host. */
export function NodeTable({ nodes }: { nodes: readonly Node[] }) {
  if (nodes.length === 0)
    return <EmptyState title="No node is known">The database doesn’t show the names of its clients.</EmptyState>;
  const keyOf = ({ host, role, version }: Node) => `${host} ${role} ${version}`;
  return <DataTable caption="Connected processes" columns={columns} rows={nodes} rowKey={keyOf} />;
}
