import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; type: string | undefined; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: app.port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], body }));
    })
      .on('error', reject)
      .end();
  });

it.each([
  ['cookies', '/', { cookie: `a=${'x'.repeat(20_000)}` }],
  ['an address', `/?q=${'x'.repeat(20_000)}`, {}],
])('answers %s that exceed the limit with a page for people', async (_what, path, headers) => {
  const { status, type, body } = await get(path, headers as Record<string, string>);
  expect([status, type]).toEqual([431, 'text/html; charset=utf-8']);
  expect(body).toContain('<h1>Your browser sent more than this site can read</h1>');
  expect(body).toContain('delete this site’s cookies');
});
