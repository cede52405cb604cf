import type { TestApp } from './app.ts';

/** Runs all delayed and retrying jobs of this kind now, and the jobs that they enqueue. */
export async function runWaiting(app: TestApp, kind: string): Promise<void> {
  await app.settle();
  await app.context.db.sql`
    update pgboss.job set start_after = now() where data->>'kind' = ${kind} and state in ('created', 'retry')`;
  await app.settle();
}
