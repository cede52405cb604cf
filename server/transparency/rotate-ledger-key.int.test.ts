import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type NoteKey, noteKeyText, noteText, openCheckpoint, openNote, parseNoteKey } from '#contract/checkpoint.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type KeyChange, openKeyChanges, openRoot, parseKeyChange } from '#contract/key-change.ts';
import { getConsistency, getTransparency } from '#contract/transparency.ts';
import { isConsistent } from '#contract/values/merkle-path.ts';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { openBackup } from '#server/platform/backup/read-backup.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { createDiskFiles } from '#server/platform/data/disk-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Tx } from '#server/platform/postgres/db.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { chainFindings, tamperWith, writeJournals } from '#testing/ledger.ts';
import { saveKeyChange } from './copy-outside.ts';
import { exportLedger } from './export-ledger.ts';
import { makeLedgerKey, readSigningKeys } from './ledger-keys.ts';
import { hashNode, proofTools } from './merkle-tree.ts';
import { publishRoot } from './publish-root.ts';
import { forgetOldLedgerKeys, rotateLedgerKey } from './rotate-ledger-key.ts';
import { readSavedRoots } from './verify-keys.ts';
import { verifyLedger } from './verify-ledger.ts';

let app: TestApp;
/** Has used the first key before the rotation, so that a key kept in memory would show. */
let other: TestApp;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-keys-'));
  const env = { LEDGER_ROOTS_FOLDER: folder };
  app = await startTestApp({ env });
  other = await startTestApp({ env, beside: app });
  // Both starts want to publish the root of the day. Do it while the ledger is empty, so that it publishes none.
  for (const node of [app, other]) await node.settle();
});
afterAll(async () => {
  await other.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Published = OutputOf<typeof getTransparency>;
const published = (node = app): Promise<Published> => node.client().call(getTransparency);
const keyOf = async (text: string) => (await parseNoteKey(proofTools, text)) as NoteKey;
const notesOf = ({ keyChanges }: Published) => keyChanges.map(({ note }) => note);
const secretCount = async () => {
  const [row] = await app.context.db.sql<{ value: string }[]>`
    select value from installation_secrets where name = 'ledger_key'`;
  return row?.value.split(',').length;
};
/** The keys, as texts, that signed a note. */
async function signersOf(note: string, ...keys: string[]): Promise<string[]> {
  const opened = await openNote(proofTools, note, await Promise.all(keys.map(keyOf)));
  return (opened?.signers ?? []).map(noteKeyText);
}

async function isExtended(older: { size: number; rootHash: string }, newer: { size: number; rootHash: string }) {
  const { path } = await app.client().call(getConsistency, { query: { from: older.size, to: newer.size } });
  const treeOf = (root: typeof older) => ({ size: root.size, rootHash: Buffer.from(root.rootHash, 'hex') });
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'));
  const node = async (left: Uint8Array, right: Uint8Array) => hashNode(left, right);
  return isConsistent({ earlier: treeOf(older), later: treeOf(newer), path: hashes }, node);
}

async function verifyBooks(expectedKey?: string) {
  await app.settle();
  expect(await chainFindings(app.context)).toEqual({});
  return verifyLedger(exportLedger(app.context), { expectedKey, saved: await readSavedRoots(folder) });
}

/** A key and a root that a fan saved before the rotations below. */
let oldKey = '';
let savedRoot = '';

describe('rotating the key of the ledger', () => {
  it('of an empty ledger publishes a key change over no journals', async () => {
    const before = await published(other);
    const { change, signers } = await rotateLedgerKey(app.context);
    expect({ change, signers }).toMatchObject({ change: { number: 1, size: 0, oldKey: before.key }, signers: 2 });
    const { latest, key, keyChanges } = await published(other);
    expect({ latest, key, keyChanges }).toMatchObject({ latest: null, key: change.newKey, keyChanges: [{ size: 0 }] });
    await forgetOldLedgerKeys(app.context);
    oldKey = key;
  });

  it('signs each later root, on every node, with both keys, under the same name', async () => {
    await writeJournals(app.context.db.sql, 300);
    await publishRoot(other.context);
    savedRoot = (await published()).latest?.note ?? '';
    expect(await verifyBooks(oldKey)).toMatchObject({ roots: 1, key: oldKey });

    await writeJournals(app.context.db.sql, 5);
    await rotateLedgerKey(app.context);
    const { key, latest } = await published(other);
    expect(key).not.toBe(oldKey);
    expect(key.split('+')[0]).toBe(oldKey.split('+')[0]);
    // The rotation itself published a root, so that the newest root always verifies with the published key.
    expect(await signersOf(latest?.note ?? '', oldKey, key)).toEqual([key, oldKey]);

    await writeJournals(app.context.db.sql, 7);
    await publishRoot(other.context);
    const { latest: next } = await published();
    expect(next?.size).toBe((latest?.size ?? 0) + 7);
    expect(await signersOf(next?.note ?? '', oldKey, key)).toEqual([key, oldKey]);
  });

  it('leaves old roots valid under the old key and consistent with the newest', async () => {
    const saved = await openCheckpoint(proofTools, savedRoot, await keyOf(oldKey));
    const current = await published();
    const keys = await openKeyChanges(proofTools, await keyOf(oldKey), notesOf(current));
    expect(await openRoot(proofTools, savedRoot, keys)).toEqual(saved);
    const newest = await openRoot(proofTools, current.latest?.note ?? '', keys);
    if (!saved || !newest) throw new Error('a root is refused');
    expect(newest.size).toBeGreaterThan(saved.size);
    expect(await isExtended(saved, newest)).toBe(true);
    expect(await isExtended({ ...saved, rootHash: newest.rootHash }, newest)).toBe(false);
    expect(await verifyBooks(oldKey)).toMatchObject({ key: current.key, keyChanges: [{ number: 1 }, { number: 2 }] });
  });

  it('signs with the new key alone once the old one is forgotten, and a person with the old public key still verifies it', async () => {
    expect(await forgetOldLedgerKeys(other.context)).toBe(1);
    await writeJournals(app.context.db.sql, 1);
    await publishRoot(other.context);
    const current = await published();
    const note = current.latest?.note ?? '';
    expect(await signersOf(note, oldKey)).toEqual([]);
    expect(await signersOf(note, oldKey, current.key)).toEqual([current.key]);
    const keys = await openKeyChanges(proofTools, await keyOf(oldKey), notesOf(current));
    expect(await openRoot(proofTools, note, keys)).toMatchObject({ size: current.latest?.size });
    const forged = notesOf(current).with(1, (notesOf(current)[1] ?? '').replace(/^size \d+$/m, 'size 306'));
    await expect(openKeyChanges(proofTools, await keyOf(oldKey), forged)).rejects.toMatchObject({ number: 2 });
    for (const key of [oldKey, current.key]) expect(await verifyBooks(key)).toMatchObject({ key: current.key });
  });

  it('at the same time on two nodes makes two keys, one after the other', async () => {
    const before = await published();
    const rotated = await Promise.all([app, other].map(({ context }) => rotateLedgerKey(context)));
    const current = await published();
    expect(new Set(rotated.map(({ change }) => change.newKey)).size).toBe(2);
    expect(current.keyChanges.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(await secretCount()).toBe(3);
    const all = [current.key, current.keyChanges[2]?.newKey ?? '', before.key];
    expect(await signersOf(current.latest?.note ?? '', ...all)).toEqual(all);
    expect(await verifyBooks(oldKey)).toMatchObject({ key: current.key });
  });

  it('copies each key change to the folder, also after the root', async () => {
    await app.settle();
    const names = (await readdir(folder)).filter((name) => name.startsWith('key-change-')).sort();
    expect(names.map((name) => name.replace(/\d{4}-\d\d-\d\d-[0-9a-f]{16}/, 'DAY-HASH'))).toEqual(
      [1, 2, 3, 4].map((number) => `key-change-${number}-DAY-HASH.txt`),
    );
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts).toEqual(notesOf(await published()));
  });

  it('replaces no copy, even if a restored backup repeats its number on the same day', async () => {
    const { sql } = app.context.db;
    const before = await readdir(folder);
    const [change] = await sql<{ note: string }[]>`select note from ledger_key_changes where number = 4`;
    const restored = "update ledger_key_changes set note = replace(note, 'number 4', 'number 9') where number = 4";
    await tamperWith(sql, 'ledger_key_changes', restored);
    await saveKeyChange(app.context, 4);
    const added = (await readdir(folder)).filter((name) => !before.includes(name));
    expect(added).toEqual([expect.stringMatching(/^key-change-4-.*\.txt$/)]);
    await tamperWith(sql, 'ledger_key_changes', restored.replace(/'number 4', 'number 9'/, "'number 9', 'number 4'"));
    await rm(join(folder, added[0] ?? ''));
    await saveKeyChange(app.context, 4);
    expect((await readdir(folder)).sort()).toEqual(before.sort());
    const texts = await Promise.all(before.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts).toContain(change?.note);
  });

  it('dates no root of the old key after the key change, even if the clock of the database was set back', async () => {
    const { sql } = app.context.db;
    const future = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
    const [root] = await sql<{ id: number; note: string }[]>`select * from ledger_roots order by id desc limit 1`;
    const setNote = (note = '') =>
      tamperWith(sql, 'ledger_roots', `update ledger_roots set note = '${note}' where id = ${root?.id}`);
    await setNote(root?.note.replace(/^time .*$/m, `time ${future}`));
    let change: KeyChange | undefined;
    const enqueue = async (tx: Tx) => {
      const [row] = await tx<{ note: string }[]>`select note from ledger_key_changes order by number desc limit 1`;
      change = parseKeyChange(noteText(row?.note ?? ''));
      throw new Error('crash');
    };
    const broken = { ...app.context, jobs: { ...app.context.jobs, enqueue } };
    await expect(rotateLedgerKey(broken as typeof app.context)).rejects.toThrow('crash');
    expect(change).toMatchObject({ number: 5, time: future });
    await setNote(root?.note);
    await verifyBooks();
  });

  it('changes nothing if it fails before its commit', async () => {
    const before = await published();
    const roots = before.latest?.id;
    const broken = { ...app.context, jobs: { ...app.context.jobs, enqueue: () => Promise.reject(new Error('crash')) } };
    await expect(rotateLedgerKey(broken as typeof app.context)).rejects.toThrow('crash');
    const after = await published(other);
    expect({ key: after.key, changes: after.keyChanges.length, root: after.latest?.id }).toEqual({
      key: before.key,
      changes: 4,
      root: roots,
    });
    expect(await secretCount()).toBe(3);
    await verifyBooks(before.key);
  });
});

it('a restored backup has all keys and key changes, and signs on', async () => {
  const server = inject('databaseServer');
  const database = `rotated_key_${process.pid}`;
  const home = await mkdtemp(join(tmpdir(), 'fanfare-keys-backup-'));
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  const db = openDatabase(databaseUrl(server, database), { log: createLogger('silent'), max: 2 });
  try {
    const keys = { passphrase: undefined, recipients: [], identityFile: undefined };
    const { sql } = app.context.db;
    await writeBackupFile({ sql, files: app.context.files }, keys, join(home, 'backup'));
    const place = { dataDir: home, files: createDiskFiles(join(home, 'files'), 0), onS3: false };
    await loadBackup({ sql: db.sql, ...place }, keys, openBackup(join(home, 'backup')));
    await migrate(db, createLogger('silent'));
    const [before, after] = [await readSigningKeys(sql), await readSigningKeys(db.sql)];
    expect(after.changes).toEqual(before.changes);
    expect(after.signers.map(({ noteKey }) => noteKeyText(noteKey))).toEqual(
      before.signers.map(({ noteKey }) => noteKeyText(noteKey)),
    );
    const saved = await readSavedRoots(folder);
    expect(await verifyLedger(exportLedger({ db }), { expectedKey: oldKey, saved })).toMatchObject({
      keyChanges: [{ number: 1 }, { number: 2 }, { number: 3 }, { number: 4 }],
    });
    await expect(db.sql`delete from ledger_key_changes`).rejects.toThrow(/append only/);
  } finally {
    await db.close();
    await administer(server, (sql) => sql.unsafe(`drop database ${database} with (force)`));
    await rm(home, { recursive: true, force: true });
  }
});

describe('the check', () => {
  const invariant = 'every key change is signed by both keys and leads to the key that signs';
  const withForged = async (statement: string, back: string) => {
    await tamperWith(app.context.db.sql, 'ledger_key_changes', statement);
    const findings = await chainFindings(app.context);
    const fault = await verifyLedger(exportLedger(app.context)).catch((error: Error) => error.message);
    await tamperWith(app.context.db.sql, 'ledger_key_changes', back);
    return { findings: findings[invariant], fault };
  };

  it('reports a changed and a removed key change', async () => {
    const changed = await withForged(
      `update ledger_key_changes set note = replace(note, 'size ', 'size 1') where number = 3`,
      `update ledger_key_changes set note = replace(note, 'size 1', 'size ') where number = 3`,
    );
    expect(changed).toEqual({
      findings: [{ number: 3, fault: 'it was changed, removed or inserted' }],
      fault: expect.stringMatching(/^Line 4: key change 3 was changed/),
    });
    const removed = await withForged(
      `create table removed_change as select * from ledger_key_changes where number = 4;
       delete from ledger_key_changes where number = 4`,
      'insert into ledger_key_changes select * from removed_change; drop table removed_change',
    );
    expect(removed.findings).toEqual([{ number: 0, fault: 'no key change leads to the key that signs' }]);
    expect(removed.fault).toMatch(/this root was changed/);
    expect(await chainFindings(app.context)).toEqual({});
  });

  it('reports a further private key beside the published ones', async () => {
    const { sql } = app.context.db;
    const [row] = await sql<{ value: string }[]>`select value from installation_secrets where name = 'ledger_key'`;
    const set = (value: string) => sql`update installation_secrets set value = ${value} where name = 'ledger_key'`;
    await set(`${row?.value},${makeLedgerKey()}`);
    expect((await chainFindings(app.context))[invariant]).toEqual([
      { number: 4, fault: 'a further key signs the roots' },
    ]);
    await set(row?.value ?? '');
    expect(await chainFindings(app.context)).toEqual({});
  });

  it('goes with signing: a key that no key change leads to signs no root', async () => {
    const { sql } = app.context.db;
    const [row] = await sql<{ value: string }[]>`select value from installation_secrets where name = 'ledger_key'`;
    const set = (value: string) => sql`update installation_secrets set value = ${value} where name = 'ledger_key'`;
    const before = (await published()).latest?.id;
    await set(makeLedgerKey());
    for (const sign of [publishRoot, rotateLedgerKey]) {
      await expect(sign(app.context)).rejects.toThrow(/is not the key that signed the roots so far/);
    }
    await set(row?.value ?? '');
    expect((await published()).latest?.id).toBe(before);
    expect(await chainFindings(app.context)).toEqual({});
  });

  it('refuses changes of the stored statements', async () => {
    await expect(app.context.db.sql`delete from ledger_key_changes`).rejects.toThrow(/append only/);
    await expect(app.context.db.sql`update ledger_key_changes set note = ''`).rejects.toThrow(/append only/);
  });
});
