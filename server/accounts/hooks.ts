import type { Connection } from '#server/platform/postgres/db.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** Whether this person's appeal against their suspension waits for an answer. */
    'user.has_open_appeal': (sql: Connection, userId: string) => Promise<boolean>;
  }
}
