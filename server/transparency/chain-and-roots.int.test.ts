import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NoteKey, openCheckpoint, parseNoteKey } from '#contract/checkpoint.ts';
import { getConsistency, getTransparency, type LedgerRoot, listLedgerRoots } from '#contract/transparency.ts';
import { isConsistent } from '#contract/values/merkle-path.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { chainFindings, tamperWith, writeJournals } from '#testing/ledger.ts';
import { chainJournals } from './chain-journals.ts';
import { makeLedgerKey } from './ledger-keys.ts';
import { hashNode, proofTools } from './merkle-tree.ts';
import { publishRoot } from './publish-root.ts';
import { rotateLedgerKey } from './rotate-ledger-key.ts';

interface Posted {
  headers: Record<string, unknown>;
  body: string;
}

let app: TestApp;
let env: Record<string, string>;
let key: NoteKey;
let folder = '';
let outside: Server;
const posted: Posted[] = [];
let refusals = 1;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-roots-'));
  outside = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    posted.push({ headers: request.headers, body });
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 500 : 204).end();
  });
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/roots`;
  env = { LEDGER_ROOTS_FOLDER: folder, LEDGER_ROOTS_URL: url };
  app = await startTestApp({ env });
  const { key: text } = await app.client().call(getTransparency);
  key = (await parseNoteKey(proofTools, text)) as NoteKey;
});
afterAll(async () => {
  await app.close();
  outside.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the hash chain', () => {
  it('contains every journal once, although several nodes append while others write', async () => {
    const other = await startTestApp({ env, beside: app });
    const writers = Array.from({ length: 20 }, (_, n) => writeJournals(app.context.db.sql, n + 1));
    const appenders = [app.context, other.context].flatMap((node) =>
      Array.from({ length: 5 }, () => chainJournals(node)),
    );
    await Promise.all([...writers, ...appenders]);
    await chainJournals(other.context);
    const [row] = await app.context.db.sql<{ journals: number; chained: number; last: number; waiting: number }[]>`
      select (select count(*) from ledger_journals) as journals, count(*) as chained, max(position) as last,
        (select count(*) from ledger_unchained) as waiting from ledger_chain`;
    expect(row).toMatchObject({ chained: row?.journals, last: (row?.journals ?? 0) - 1, waiting: 0 });
    expect(await chainFindings(app.context)).toEqual({});
    await other.close();
  });

  it('refuses changes, and entries for a chained journal', async () => {
    await expect(app.context.db.sql`delete from ledger_chain`).rejects.toThrow(/append only/);
    await expect(app.context.db.sql`update ledger_chain set salt = leaf_hash`).rejects.toThrow(/append only/);
    const late = app.context.db.sql`
      insert into ledger_entries (journal_id, account, amount_cents)
      select min(journal_id), unnest(array['bank', 'platform_fees']), unnest(array[7, -7]) from ledger_chain`;
    await expect(late).rejects.toThrow(/is chained and takes no more entries/);
  });

  it('reports a journal that waits for more than an hour', async () => {
    await writeJournals(app.context.db.sql, 1);
    await tamperWith(
      app.context.db.sql,
      'ledger_journals',
      `update ledger_journals set created_at = now() - interval '2 hours'
      where id = (select max(id) from ledger_journals)`,
    );
    expect(Object.keys(await chainFindings(app.context))).toEqual([
      'every journal is in the hash chain or waits for it, for an hour at most',
    ]);
    await chainJournals(app.context);
    expect(await chainFindings(app.context)).toEqual({});
  });
});

describe('roots', () => {
  it('are listed for everyone, signed, the newest first', async () => {
    for (const count of [3, 300, 0]) {
      if (count > 0) await writeJournals(app.context.db.sql, count);
      await publishRoot(app.context);
    }
    const { latest } = await app.client().call(getTransparency);
    const { items, pagination } = await app.client().call(listLedgerRoots, { query: { page: 1 } });
    expect(items[0]).toEqual(latest);
    expect(pagination).toMatchObject({ page: 1, totalCount: items.length });
    for (const { note, size, totals, rootHash } of items) {
      expect(await openCheckpoint(proofTools, note, key)).toMatchObject({ size, totals, rootHash });
    }
    expect(items.map(({ size }) => size)).toEqual(items.map(({ size }) => size).toSorted((a, b) => b - a));
  });

  it('extend each other, which anyone can verify without the journals', async () => {
    const { items } = await app.client().call(listLedgerRoots, { query: { page: 1 } });
    const treeOf = ({ size, rootHash }: LedgerRoot) => ({ size, rootHash: Buffer.from(rootHash, 'hex') });
    const [later, earlier] = [items[0], items.at(-1)].map((root) => root && treeOf(root));
    if (!later || !earlier) throw new Error('there are no roots');
    expect(later.size).toBeGreaterThan(earlier.size);
    const query = { from: earlier.size, to: later.size };
    const { path: hexes } = await app.client().call(getConsistency, { query });
    const path = hexes.map((hash) => Buffer.from(hash, 'hex'));
    const node = async (left: Uint8Array, right: Uint8Array) => hashNode(left, right);
    expect(await isConsistent({ earlier, later, path }, node)).toBe(true);
    expect(await isConsistent({ earlier: { ...earlier, rootHash: later.rootHash }, later, path }, node)).toBe(false);
    // A start may have published a root over any of the first journals.
    const unpublished = later.size - 1;
    expect(items.map(({ size }) => size)).not.toContain(unpublished);
    for (const wrong of [
      { from: unpublished, to: later.size },
      { from: earlier.size, to: later.size + 1 },
    ]) {
      await expect(app.client().call(getConsistency, { query: wrong })).rejects.toMatchObject({ status: 404 });
    }
    const backwards = { from: later.size, to: earlier.size };
    await expect(app.client().call(getConsistency, { query: backwards })).rejects.toMatchObject({ status: 400 });
  });

  it('are daily: nodes that publish at once make one', async () => {
    const other = await startTestApp({ env, beside: app });
    // Its start published a root if there was none today.
    await other.settle();
    await tamperWith(
      app.context.db.sql,
      'ledger_roots',
      `update ledger_roots set published_at = published_at - interval '1 day'`,
    );
    const nodes = [app.context, other.context, app.context, other.context];
    const published = await Promise.all(nodes.map((node) => publishRoot(node, { daily: true })));
    expect(published.filter(Boolean)).toHaveLength(1);
    expect(await publishRoot(other.context, { daily: true })).toBeUndefined();
    await other.close();
  });

  it('are never signed by another key than the one before', async () => {
    const { sql } = app.context.db;
    const [row] = await sql<{ value: string }[]>`select value from installation_secrets where name = 'ledger_key'`;
    await sql`update installation_secrets set value = ${makeLedgerKey()} where name = 'ledger_key'`;
    for (const sign of [publishRoot, rotateLedgerKey]) {
      await expect(sign(app.context)).rejects.toThrow(/is not the key that signed the roots so far/);
    }
    await sql`update installation_secrets set value = ${row?.value ?? ''} where name = 'ledger_key'`;
    expect(await chainFindings(app.context)).toEqual({});
  });

  it('are copied to a folder and posted until the other side accepts', async () => {
    const { items } = await app.client().call(listLedgerRoots, { query: { page: 1 } });
    // Two roots within one second over the same journals have the same text.
    const notes = new Set(items.map(({ note }) => note));
    for (let tries = 0; tries < 100 && posted.length <= items.length; tries += 1) {
      await app.settle();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // The first post was refused with 500, and was sent again under the same key.
    expect(posted.length).toBeGreaterThan(items.length);
    expect(new Set(posted.map(({ body }) => body))).toEqual(notes);
    expect(new Set(posted.map(({ headers }) => headers['idempotency-key'])).size).toBe(items.length);
    const files = (await readdir(folder)).filter((name) => !name.endsWith('.part'));
    expect(files).toHaveLength(items.length);
    for (const name of files) expect(notes).toContain(await readFile(join(folder, name), 'utf8'));
  });
});
