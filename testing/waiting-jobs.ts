import type { TestApp } from './app.ts';

/** Runs what waits for its time now: jobs of this kind, those that failed and are tried again too, and all that they bring forth. */
export async function runWaiting(app: TestApp, kind: string): Promise<void> {
  await app.settle();
  await app.context.db.sql`
    update pgboss.job set start_after = now() where data->>'kind' = ${kind} and state in ('created', 'retry')`;
  await app.settle();
}
