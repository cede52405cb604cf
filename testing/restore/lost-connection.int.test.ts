import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { runCommand } from './run-command.ts';

let app: TestApp;
let proxy: DatabaseProxy;
let home = '';
beforeAll(async () => {
  app = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'fanfare-lost-'));
  proxy = new DatabaseProxy(app.databaseUrl, await freePort());
  await proxy.open();
});
afterAll(async () => {
  await proxy.refuse();
  await app.close();
  await rm(home, { recursive: true });
});

const run = (args: string[]) => runCommand(args, { DATABASE_URL: proxy.url, DATA_DIR: home });

it.each([
  [['check'], 'invariant_checks'],
  [['check'], "create_queue('mail'"],
  [['approvals'], 'from approval_requests'],
  [['unmatched'], 'unmatched'],
  [['export-ledger', 'ledger.ndjson'], 'ledger_'],
  [['verify-ledger'], 'ledger_'],
  [['create-admin', 'admin@site.example'], 'from users'],
  [['backup', 'backup.tar'], 'copy '],
])('%j ends with one sentence when the connection is lost at a statement with "%s"', async (args, statement) => {
  proxy.cutAt(statement);
  const named = args.map((arg) => (arg.includes('.') && !arg.includes('@') ? join(home, arg) : arg));
  const { code, output } = await run(named);
  expect([code, output]).toEqual([1, expect.stringMatching(/PostgreSQL was lost|database or the S3 server/)]);
  expect(output).not.toMatch(/\n\s+at /);
});

it('lets the doctor report a connection that is lost', async () => {
  proxy.cutAt('max_connections');
  const { code, output } = await run(['doctor']);
  expect([code, output]).toEqual([1, expect.stringContaining('PROBLEM')]);
  expect(output).not.toMatch(/\n\s+at /);
});
