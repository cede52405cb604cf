import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLegalText } from '#contract/legal-texts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { readLegalTexts } from './read-legal-texts.ts';

// cspell:ignore Vereinbarung

let folder: string;
let app: TestApp;
const write = async (name: string, content: string | Buffer) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
};
const valid = 'Translates: 2026-11-27\n\n## Vereinbarung\n\nMit {brand}.\n';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-legal-'));
  await write('de/terms-of-service.md', valid);
  // As Kubernetes mounts a ConfigMap.
  await write('de/..data/ccpa.md', valid);
  await symlink('..data/ccpa.md', join(folder, 'de/ccpa.md'));
  app = await startTestApp({ env: { LOCALES: 'de', LEGAL_FOLDER: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it('answers the translation of a page, and none for others', async () => {
  const read = async (locale: 'de' | 'fr' | 'en', page: 'terms-of-service' | 'ccpa' | 'copyright') =>
    (await app.client().call(getLegalText, { query: { locale, page } })).text;
  const expected = {
    translates: '2026-11-27',
    sections: [
      {
        id: 'section-1',
        title: 'Vereinbarung',
        blocks: [{ kind: 'paragraph', spans: [{ text: 'Mit {brand}.' }] }],
      },
    ],
  };
  expect(await read('de', 'terms-of-service')).toEqual(expected);
  expect(await read('de', 'ccpa')).toEqual(expected);
  expect(await read('de', 'copyright')).toBeNull();
  expect(await read('fr', 'terms-of-service')).toBeNull();
  expect(await read('en', 'terms-of-service')).toBeNull();
});

it('finds nothing under other names', async () => {
  for (const [locale, page] of [
    ['de', 'faq'],
    ['xx', 'ccpa'],
    ['de', '..%2Fccpa'],
    ['DE', 'ccpa'],
  ])
    expect((await app.client().raw('GET', `/api/legal-texts?locale=${locale}&page=${page}`)).status).toBe(400);
});

describe('a folder with faults', () => {
  let broken: string;
  beforeAll(async () => {
    const sound = folder;
    broken = await mkdtemp(join(tmpdir(), 'fanfare-broken-'));
    folder = broken;
    await write('de/terms.md', valid);
    await write('de/ccpa.md', `${valid}<b>Mit</b>\n`);
    await write('de/copyright.md', `${valid}${'x'.repeat(100_000)}`);
    await write('de/cookie-policy.md', Buffer.from([0xff, 0xfe, 0x41]));
    await write('en/ccpa.md', valid);
    await write('german/ccpa.md', valid);
    await write('README.md', 'Read me');
    await mkdir(join(broken, 'fr/ccpa.md'), { recursive: true });
    await write('.git/ccpa.md', valid);
    folder = sound;
  });
  afterAll(() => rm(broken, { recursive: true }));

  it('names each of them', () => {
    const { faults, count } = readLegalTexts({ legalFolder: broken });
    const at = (name: string) => join(broken, name);
    expect(faults.toSorted()).toEqual([
      expect.stringMatching(/README\.md: “README\.md” is no language/),
      `${at('de/ccpa.md')}: line 6: has HTML`,
      expect.stringMatching(/de\/cookie-policy\.md cannot be read: .*encoded data was not valid/),
      expect.stringMatching(/de\/copyright\.md cannot be read: it has 100054 bytes/),
      expect.stringMatching(/de\/terms\.md: no legal page has this name; the files are terms-of-service\.md, /),
      `${at('en')}: “en” is no language with translations`,
      expect.stringMatching(/fr\/ccpa\.md cannot be read: EISDIR/),
      `${at('german')}: “german” is no language with translations`,
    ]);
    expect(count).toBe(1);
    expect(readLegalTexts({ legalFolder: at('none') }).faults).toEqual([
      expect.stringMatching(/none cannot be read: ENOENT/),
    ]);
    expect(readLegalTexts({})).toMatchObject({ count: 0, faults: [] });
  });

  it('keeps the server from starting', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-legal-start-'));
    const server = spawn(process.execPath, [programs.server, '--no-pages'], {
      env: {
        ...compileCacheEnv,
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        DEMO_DATA: '0',
        PORT: String(await freePort()),
        LEGAL_FOLDER: broken,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [output, [code]] = await Promise.all([text(server.stderr), once(server, 'close')]);
    await database.drop();
    await rm(dataDir, { recursive: true });
    expect([code, output]).toEqual([1, expect.stringContaining('Could not start: LEGAL_FOLDER cannot be used:\n')]);
    expect(output).toContain(join(broken, 'de/terms.md'));
    expect(output).not.toContain('    at ');
  });
});
