import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { submitContent } from '#contract/delivery.ts';
import {
  addPerformer,
  getProduction,
  getProductionItem,
  listPerformers,
  listProductions,
  performerExportPath,
  recordProduction,
} from '#contract/performers.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { deleteAccount } from '#contract/settings.ts';
import { listOwnPerformers } from '#server/legal/records/record-production.ts';
import { rotateRecords } from '#server/legal/records/rotate-records.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { startTestApp } from '#testing/app.ts';
import { unzip } from '#testing/zip.ts';
import { type CreatorMember, HttpSite, type Member, password } from './http-site.ts';

/** Records under 18 U.S.C. 2257: an adult pool is delivered only with them, and only admins read them. */
let site: HttpSite;
let owner: Member;
let creator: CreatorMember;
let stranger: CreatorMember;
let pool: Pool;
const person = { legalName: 'Ottoline Marigold', aliases: 'Velvet, Clementine', dateOfBirth: '1990-04-01' };
const scan = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('Passport of Ottoline Marigold')]);

beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('owner');
  creator = await site.creator();
  stranger = await site.creator();
  pool = await adultPool();
});
afterAll(() => site.close());

/** An adult pool that waits for its delivery. */
async function adultPool(): Promise<Pool> {
  const [fan] = await site.crowd(1, 'pays');
  if (!fan) throw new Error('the crowd is empty');
  const made = await site.newPool(owner, creator, { categories: ['NSFW'], fundingGoal: 10_00 });
  await site.admin.client.call(actOnPool, { params: { id: made.id }, body: { action: 'open' } });
  const grown = { ...fan, ...site.grown(fan) };
  await site.pledgeWithSavedCard(grown, made, 10_00);
  await site.accept(creator, made);
  await site.app.settle();
  return site.poolIs(made.id, 'in_production');
}

function add(who: Member, changes: Partial<typeof person> = {}, file: Buffer = scan) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...person, documentKind: 'passport', ...changes }))
    form.set(name, value);
  form.set('scan', new File([new Uint8Array(file)], 'passport.pdf', { type: 'application/pdf' }));
  return who.client.form(addPerformer, form);
}
const record = (body: { producedOn: string; performerIds?: string[]; showsNoOne?: boolean }, who: Member = creator) =>
  who.client.call(recordProduction, { params: { id: pool.id }, body });
const submit = () =>
  creator.client.call(submitContent, { params: { id: pool.id }, body: { note: '', text: 'A velvet story' } });

describe('the delivery of an adult pool', () => {
  it('is refused without a record, for an underage performer and for a foreign record', async () => {
    await expect(submit()).rejects.toMatchObject({ status: 409, code: 'performer_records_required' });
    const young = await add(creator, { dateOfBirth: '2008-06-02' });
    await expect(record({ producedOn: '2026-06-01', performerIds: [young.id] })).rejects.toMatchObject({
      code: 'performer_underage',
    });
    const foreign = await add(stranger);
    await expect(record({ producedOn: '2026-06-01', performerIds: [foreign.id] })).rejects.toMatchObject({
      status: 400,
    });
    await expect(record({ producedOn: '2026-06-01', showsNoOne: true }, stranger)).rejects.toMatchObject({
      code: 'not_your_request',
    });
    await expect(record({ producedOn: '2999-01-01', showsNoOne: true })).rejects.toMatchObject({
      fields: { producedOn: expect.any(String) },
    });
    await expect(record({ producedOn: '2026-06-01' })).rejects.toMatchObject({ status: 400 });
    await expect(submit()).rejects.toMatchObject({ code: 'performer_records_required' });
  });

  it('succeeds with a record of everyone shown', async () => {
    const { id } = await add(creator);
    const saved = await record({ producedOn: '2026-10-05', performerIds: [id] });
    expect(saved).toMatchObject({ required: true, open: true, production: { performerIds: [id], showsNoOne: false } });
    expect((await submit()).status).toBe('delivery_review');
    const { performers } = await creator.client.call(listPerformers);
    expect(performers.map(({ legalName }) => legalName)).toContain('Ottoline Marigold');
    expect((await stranger.client.call(listPerformers)).performers).toHaveLength(1);
  });

  it('refuses scans that are not a picture or a PDF', async () => {
    await expect(add(creator, {}, Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject({
      code: 'image_type',
    });
    const big = Buffer.concat([scan, Buffer.alloc(10 * 1024 * 1024)]);
    await expect(add(creator, {}, big)).rejects.toMatchObject({ code: 'payload_too_large' });
    const large = await add(stranger, {}, big.subarray(0, 9 * 1024 * 1024));
    expect(large.legalName).toBe(person.legalName);
    await expect(add(creator, { legalName: '' })).rejects.toMatchObject({
      fields: { legalName: 'Legal name is required' },
    });
  });
});

it('stores no name, date or document in the clear, neither in a table nor in a file', async () => {
  const tables = await site.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const secrets = ['Marigold', 'Clementine', '1990-04-01', '2026-10-05'];
  for (const { name } of tables) {
    const [row] = await site.sql<{ found: number }[]>`
      select count(*) as found from ${site.sql(name)} t where ${secrets}::text[] && array(
        select s from unnest(${secrets}::text[]) s where t::text like '%' || s || '%'
          or t::text ilike '%' || encode(convert_to(s, 'UTF8'), 'hex') || '%')`;
    expect([name, row?.found]).toEqual([name, 0]);
  }
  const folder = join(site.app.context.config.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files.filter((path) => path.includes('performer-records'))).toHaveLength(4);
  for (const path of files) {
    const bytes = await readFile(path);
    for (const secret of [...secrets, '%PDF']) expect([path, bytes.includes(secret)]).toEqual([path, false]);
  }
});

describe('the export', () => {
  const ask = (client: Member['client'], query: string) => client.raw('GET', `${performerExportPath}?${query}`);

  it('is for admins only and needs a reason', async () => {
    for (const [client, status] of [
      [site.visitor().client, 401],
      [owner.client, 403],
      [creator.client, 403],
    ] as const) {
      expect((await ask(client, 'reason=x')).status).toBe(status);
      await expect(client.call(listProductions)).rejects.toMatchObject({ status });
    }
    expect((await ask(site.admin.client, '')).status).toBe(400);
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await site.admin.client.raw('GET', `${performerExportPath}?reason=x`, elsewhere)).status).toBe(403);
    expect((await ask(site.admin.client, 'reason=x&username=no_such_person')).status).toBe(404);
    const { items } = await site.admin.client.call(listProductions, { query: { search: creator.username } });
    expect(items).toMatchObject([{ poolId: pool.id, performers: 1, showsNoOne: false }]);
    expect(JSON.stringify(items)).not.toContain('Marigold');
  });

  it('holds the decrypted records and scans, and leaves an audit row', async () => {
    const response = await ask(site.admin.client, `reason=Inspection&username=${creator.username}`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const performers = JSON.parse(files.get('performers.json')?.toString() ?? '[]') as { scan: string }[];
    expect(performers).toContainEqual(
      expect.objectContaining({
        legalName: 'Ottoline Marigold',
        aliases: ['Velvet', 'Clementine'],
        dateOfBirth: '1990-04-01',
        documentKind: 'passport',
      }),
    );
    expect(performers.map(({ scan: name }) => files.get(name)?.equals(scan))).toEqual([true, true]);
    expect(JSON.parse(files.get('productions.json')?.toString() ?? '[]')).toMatchObject([
      { poolId: pool.id, producedOn: '2026-10-05', showsNoOne: false },
    ]);
    const rows = await site.sql`
      select actor_id, reason, target_id, after from audit_log where action = 'performer_records.exported'`;
    expect(rows).toEqual([
      {
        actorId: site.admin.id,
        reason: 'Inspection',
        targetId: creator.id,
        after: { performers: 2, productions: 1 },
      },
    ]);
  });

  it('holds only the selected records and the people shown in them', async () => {
    const { client } = site.admin;
    const [item] = (await client.call(listProductions, { query: { status: 'people' } })).items;
    const id = item?.id ?? '';
    expect(await client.call(getProductionItem, { params: { id } })).toEqual(item);
    await expect(creator.client.call(getProductionItem, { params: { id } })).rejects.toMatchObject({ status: 403 });
    expect((await client.call(listProductions, { query: { status: 'no_one' } })).items).toEqual([]);
    const response = await ask(client, `reason=Inspection&productions=${id}`);
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    // The creator has two performers; one is shown.
    expect(JSON.parse(files.get('performers.json')?.toString() ?? '[]')).toHaveLength(1);
    const [row] = await site.sql`
      select after from audit_log where action = 'performer_records.exported' order by seq desc limit 1`;
    expect(row).toEqual({ after: { performers: 1, productions: 1, selected: id } });
    expect((await ask(client, 'reason=x&productions=all')).status).toBe(400);
    const none = await ask(client, `reason=x&productions=${site.admin.id}`);
    expect(
      JSON.parse(
        unzip(Buffer.from(await none.arrayBuffer()))
          .get('performers.json')
          ?.toString() ?? '',
      ),
    ).toEqual([]);
  });

  it('of the list names no performer', async () => {
    const text = await (await site.admin.client.raw('GET', '/api/admin/performer-records.csv')).text();
    expect(text).toContain(`${pool.id},`);
    expect(text).not.toContain('Marigold');
    expect((await creator.client.raw('GET', '/api/admin/performer-records.csv')).status).toBe(403);
  });

  it('of personal data holds no performer records', async () => {
    const response = await creator.client.raw('GET', '/api/user/export');
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    for (const [name, data] of files) expect([name, data.includes('Marigold')]).toEqual([name, false]);
  });
});

it('keeps the records of a deleted account until their retention is over, then deletes rows and files', async () => {
  const leaver = await site.creator();
  const { id } = await add(leaver);
  await leaver.client.call(deleteAccount, { body: { password } });
  const scanOf = () => site.app.context.files.stat(`performer-records/${id}`);
  const sweep = async () => {
    const { db, jobs } = site.app.context;
    await db.tx((tx) => jobs.enqueue(tx, { kind: 'legal.sweep_records', queue: 'clock' }, undefined));
    await site.app.settle();
    return (await site.sql`select 1 from performers where id = ${id}`).length;
  };
  expect([await sweep(), await scanOf()]).toEqual([1, expect.anything()]);
  await site.sql`update performers set keep_until = clock_timestamp() where id = ${id}`;
  expect([await sweep(), await scanOf()]).toEqual([0, null]);
});

it('refuses to read records that another RECORDS_KEY encrypted', async () => {
  const other = await startTestApp({ env: { RECORDS_KEY: 'cd'.repeat(32) }, beside: site.app });
  try {
    const [maker, admin] = [creator, site.admin].map(({ client: personClient }) => {
      const client = other.client();
      for (const [name, value] of personClient.cookies) client.cookies.set(name, value);
      return client;
    });
    await expect(maker?.call(listPerformers)).rejects.toMatchObject({ code: 'performer_records_closed' });
    expect((await admin?.raw('GET', `${performerExportPath}?reason=x`))?.status).toBe(409);
  } finally {
    await other.close();
  }
});

it('encrypts the records again with a new RECORDS_KEY, as often as the command runs', async () => {
  const { context } = site.app;
  const { performerRecords } = context.config;
  const rotate = (key: string | undefined, keyBefore: string | undefined) =>
    rotateRecords({
      ...context,
      config: { ...context.config, performerRecords: { ...performerRecords, key, keyBefore } },
    });
  const [stored] = await site.sql<{ n: number }[]>`
    select (select count(*) from performers) + (select count(*) from productions) as n`;
  const scans = async () => (await site.sql`select scan_key from performers order by id`).map(({ scanKey }) => scanKey);
  const before = await scans();
  const [key, next] = [performerRecords.key, 'cd'.repeat(32)];
  await expect(rotate(next, undefined)).rejects.toMatchObject({ code: 'performer_records_closed' });
  expect(await rotate(next, 'ef'.repeat(32))).toEqual({ rotated: 0, unreadable: stored?.n });
  const read = (now: string | undefined, alsoReads: string | undefined) => {
    const config = { ...context.config, performerRecords: { ...performerRecords, key: now, keyBefore: alsoReads } };
    return listOwnPerformers({ ...context, config }, { userId: creator.id } as Actor);
  };
  // While the nodes restart one after the other, each reads with both keys.
  expect((await read(next, key)).performers.length).toBeGreaterThan(0);
  expect(await rotate(next, key)).toEqual({ rotated: stored?.n, unreadable: 0 });
  expect(await rotate(next, key)).toEqual({ rotated: 0, unreadable: 0 });
  expect((await read(key, next)).performers.length).toBeGreaterThan(0);
  for (const scan of before) expect(await context.files.stat(scan)).toBeNull();
  await expect(creator.client.call(listPerformers)).rejects.toMatchObject({ code: 'performer_records_closed' });

  expect(await rotate(key, next)).toEqual({ rotated: stored?.n, unreadable: 0 });
  expect((await creator.client.call(listPerformers)).performers.length).toBeGreaterThan(0);
  // The export also decrypts the scans.
  const exported = await site.admin.client.raw('GET', `${performerExportPath}?reason=inspection`);
  expect([exported.status, (await exported.arrayBuffer()).byteLength > 500]).toEqual([200, true]);
});

it('without RECORDS_KEY closes adult deliveries and nothing else', async () => {
  const bare = await startTestApp({ env: { RECORDS_KEY: '' }, beside: site.app });
  try {
    const client = bare.client();
    for (const [name, value] of creator.client.cookies) client.cookies.set(name, value);
    await site.review(pool, 'rejected', 'Again, please');
    const params = { id: pool.id };
    await expect(client.call(submitContent, { params, body: { note: '', text: 'x' } })).rejects.toMatchObject({
      code: 'performer_records_closed',
    });
    expect(await client.call(getProduction, { params })).toEqual({ required: true, open: false, production: null });
    expect(await client.call(listPerformers)).toEqual({ performers: [] });
  } finally {
    await bare.close();
  }
});
