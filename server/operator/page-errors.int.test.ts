import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reportPageError } from '#contract/page-errors.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: '1' } });
});
afterAll(() => app.close());

const body = { message: 'TypeError: x is undefined', stack: 'at Page (/assets/page.js:1:2)', path: '/users' };

describe('reports of errors in the browser', () => {
  it('put the error into the log under the returned reference, without personal data', async () => {
    const logged = vi.spyOn(app.context.log, 'warn');
    const { reference } = await app.client().call(reportPageError, {
      body: {
        ...body,
        message: 'No user ada@example.org',
        stack: 'at Page (https://site.example/reset?token=abc123:1:2)',
      },
    });
    expect(reference).toMatch(/^[0-9a-f]{8}$/);
    const [entry] = logged.mock.calls.map(([first]) => first as unknown as Record<string, unknown>);
    logged.mockRestore();
    expect(entry).toEqual({
      reference,
      requestId: expect.stringMatching(new RegExp(`^${reference}-`)),
      pageError: { message: 'No user [email]', stack: 'at Page (https://site.example/reset:1:2)', path: '/users' },
    });
  });

  it.each([
    ['a long message', { message: 'x'.repeat(301) }],
    ['a long stack', { stack: 'x'.repeat(4001) }],
    ['a path with a query', { path: '/reset-password?token=abc' }],
    ['another address', { path: 'https://other.example/' }],
  ])('are refused with %s', async (_what, change) => {
    await expect(app.client().call(reportPageError, { body: { ...body, ...change } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('are limited for each address', async () => {
    const client = app.client();
    const send = () =>
      client.call(reportPageError, { body }).then(
        () => 201,
        ({ status }) => status as number,
      );
    const answers = await Promise.all(Array.from({ length: 25 }, send));
    expect(answers).toContain(201);
    expect(answers).toContain(429);
  });
});
