import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: 'build' });
});
afterAll(() => app.close());

it('redirects a fan from an admin page and logs the account', async () => {
  const warned = vi.spyOn(app.context.log, 'warn');
  const fan = await insertPerson(app);
  const answer = await fan.client.raw('GET', '/admin/verifications?status=pending', { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  await expect
    .poll(() => warned.mock.calls)
    .toContainEqual([
      {
        accountId: fan.id,
        method: 'GET',
        path: '/admin/verifications',
        status: 302,
        requestId: answer.headers.get('x-request-id'),
        ip: '127.0.0.1',
      },
      'admin access refused',
    ]);
});
