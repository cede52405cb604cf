import type { Connection } from '#server/platform/postgres/db.ts';

/** The name of an audit row's target, and the page that shows it. */
export interface AuditTarget {
  kind: string;
  id: string;
  label: string | null;
  path: string | null;
  userId: string | null;
  poolId: string | null;
}

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** Names the targets of audit rows that belong to later modules. Omits unknown targets. */
    'audit.targets': (sql: Connection, targets: readonly { kind: string; id: string }[]) => Promise<AuditTarget[]>;
    /** Finds the ids of targets of later modules by the name that admins see. `search` is escaped for LIKE. */
    'audit.find_targets': (sql: Connection, search: string, limit: number) => Promise<string[]>;
  }
}
