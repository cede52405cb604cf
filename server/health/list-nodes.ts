import type { Sql } from '#server/platform/postgres/db.ts';
import { listWatchers } from './health.sql.ts';

export interface Node {
  host: string;
  role: string;
  version: string;
  processes: number;
  since: Date;
}

/** The running processes by host, role and version, from the names of their connections: "fanfare watch ROLE VERSION HOST". */
export async function listNodes(sql: Sql): Promise<Node[]> {
  const nodes = new Map<string, Node>();
  for (const { name, since } of await listWatchers(sql)) {
    const [role = '', version = '', host = ''] = name.split(' ').slice(2);
    const node = nodes.get(name);
    if (node) node.processes += 1;
    else nodes.set(name, { host, role, version, processes: 1, since });
  }
  return [...nodes.values()].sort((a, b) => a.host.localeCompare(b.host) || a.role.localeCompare(b.role));
}
