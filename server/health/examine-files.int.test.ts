import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { S3Server } from '#testing/servers/s3-server.ts';
import { examineFiles } from './checks.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await S3Server.start();
});
afterAll(() => s3.remove());

function examine(env: Record<string, string>) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/srv/fanfare', ...env });
  return examineFiles({ config, files: openFiles(config, createLogger('silent')) });
}

it('names the folder or the bucket with the files', async () => {
  expect(await examine({})).toMatchObject({ state: 'ok', message: 'Files are on the disk, in /srv/fanfare/files.' });
  const { state, message } = await examine(s3.env);
  expect([state, message]).toEqual(['ok', expect.stringMatching(/^The bucket fanfare-test at http:\S+ answers/)]);
});

it('reports a bucket that is missing, away or silent', async () => {
  const fault = { state: 'problem', runbook: 'The bucket does not answer' };
  expect(await examine({ ...s3.env, S3_BUCKET: 'another-bucket' })).toMatchObject(fault);
  await s3.stop();
  expect(await examine(s3.env)).toMatchObject(fault);
  await s3.listen(() => undefined);
  expect(await examine(s3.env)).toMatchObject(fault);
});
