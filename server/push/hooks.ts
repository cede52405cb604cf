import type { Connection } from '#server/platform/postgres/db.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** Whether the note with this tag may still be sent: a retry may run hours after it was queued. */
    'push.may_send': (sql: Connection, tag: string) => Promise<boolean>;
  }
}
