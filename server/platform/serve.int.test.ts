import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { route } from '#server/platform/http/request-context.ts';
import { startTestApp } from '#testing/app.ts';
import { administer } from '#testing/database.ts';

const slow = endpoint({
  method: 'GET',
  path: '/api/test/slow',
  summary: 'slow',
  who: 'anyone',
  output: z.object({ done: z.boolean() }),
});
const ask = endpoint({
  method: 'GET',
  path: '/api/test/ask',
  summary: 'ask',
  who: 'anyone',
  output: z.object({ one: z.number() }),
});

test('fails the readiness check first, then lets requests and jobs end', async () => {
  let jobDone = false;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const app = await startTestApp({
    extra: (platform) => {
      const job = platform.jobs.define<undefined>('slow', async () => {
        await sleep(400);
        jobDone = true;
      });
      return {
        routes: [
          route(slow, async () => {
            await platform.db.tx((tx) => platform.jobs.enqueue(tx, job, undefined));
            begin();
            await sleep(300);
            return { done: true };
          }),
        ],
      };
    },
  });
  const answer = app.client().call(slow);
  await begun;
  const stopping = app.close();
  expect(await answer).toEqual({ done: true });
  await stopping;
  expect(jobDone).toBe(true);
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow();
});

test('refuses calls as unavailable while database connections break, and serves the next ones', async () => {
  const app = await startTestApp({
    extra: (platform) => ({
      routes: [
        route(ask, async () => {
          const [row] = await platform.db.tx((tx) => tx<{ one: number }[]>`select 1 as one from pg_sleep(0.2)`);
          return { one: row?.one ?? 0 };
        }),
      ],
    }),
  });
  const name = new URL(app.context.config.databaseUrl ?? '').pathname.slice(1);
  const calls = Promise.allSettled([1, 2, 3].map(() => app.client().call(ask)));
  await sleep(100);
  await administer(
    inject('databaseServer'),
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`,
  );
  for (const result of await calls) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 503, code: 'unavailable' });
  }
  await expect
    .poll(
      () =>
        app
          .client()
          .call(ask)
          .catch((error: Error) => error.message),
      { timeout: 5000 },
    )
    .toEqual({ one: 1 });
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  await app.settle();
  await app.close();
});
