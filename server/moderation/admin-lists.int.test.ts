import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actOnPool,
  decideContentClaim,
  decideReport,
  getAdminCounts,
  getContentClaim,
  getReport,
  getVerification,
  listAdminPools,
  listContentClaims,
  listReports,
  listVerifications,
} from '#contract/admin/moderation.ts';
import { getAdminPool } from '#contract/admin/pool-history.ts';
import { getClaim, listClaims } from '#contract/claims.ts';
import { getAdminTakedown, listTakedowns, sendTakedownNotice } from '#contract/legal.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { type CreatorMember, HttpSite, type Member } from '#testing/journeys/http-site.ts';

let site: HttpSite;
let owner: Member;
let fan: Member;
let creator: CreatorMember;
const sockets: Socket[] = [];

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, fan, creator] = await Promise.all([site.member('owner'), site.member(), site.creator()]);
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await site.close();
});

const act = (pool: Pool, action: 'freeze' | 'unfreeze', reason?: string) =>
  site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action, ...(reason ? { reason } : {}) } });

describe('the list of pools', () => {
  let pools: Pool[];
  beforeAll(async () => {
    pools = [];
    for (const title of ['Zebra song', 'apple pie song', 'Middle song']) {
      pools.push(await site.newPool(owner, creator, { title, fundingGoal: 5000_00 }));
    }
    const [zebra, , middle] = pools;
    if (zebra) await site.pledge(fan, zebra, 40_00);
    if (middle) await site.pledge(fan, middle, 10_00);
  });

  const titles = async (query: Parameters<typeof read>[0]) => (await read(query)).items.map(({ title }) => title);
  const read = (query: {
    sort?: 'title' | '-title' | 'pledged' | '-pledged' | 'deadline' | 'status';
    status?: 'open' | 'removed';
    search?: string;
    page?: number;
  }) => site.admin.client.call(listAdminPools, { query });

  it('is sorted by title, money and time left', async () => {
    await expect.poll(() => titles({ sort: '-pledged' })).toEqual(['Zebra song', 'Middle song', 'apple pie song']);
    expect(await titles({ sort: 'title' })).toEqual(['apple pie song', 'Middle song', 'Zebra song']);
    expect(await titles({ sort: '-title' })).toEqual(['Zebra song', 'Middle song', 'apple pie song']);
    expect(await titles({ sort: 'pledged' })).toEqual(['apple pie song', 'Middle song', 'Zebra song']);
    expect(await titles({ sort: 'deadline' })).toHaveLength(3);
    expect(await titles({ sort: 'status', status: 'open' })).toHaveLength(3);
  });

  it('counts pools outside the feed as without pledges', async () => {
    const gone = await site.newPool(owner, null, { title: 'Gone song' });
    await site.admin.client.call(actOnPool, {
      params: { id: gone.id },
      body: { action: 'remove', reason: 'A test of order.' },
    });
    // Equal sums: the newest first.
    expect(await titles({ sort: '-pledged' })).toEqual(['Zebra song', 'Middle song', 'Gone song', 'apple pie song']);
    expect(await titles({ sort: '-pledged', status: 'removed' })).toEqual(['Gone song']);
  });

  it('is searched by title, owner, creator and id, and by one letter at the beginning', async () => {
    expect(await titles({ search: 'ple pie' })).toEqual(['apple pie song']);
    expect(await titles({ search: 'z' })).toEqual(['Zebra song']);
    expect(await titles({ search: owner.username })).toHaveLength(4);
    expect(await titles({ search: pools[0]?.id ?? '' })).toEqual(['Zebra song']);
    expect(await titles({ search: '%' })).toEqual([]);
  });

  it('counts honestly and answers pages past the end', async () => {
    expect((await read({ page: 1 })).pagination).toEqual({
      page: 1,
      pageSize: 20,
      totalCount: 4,
      totalPages: 1,
    });
    expect(await read({ page: 900_000 })).toMatchObject({ items: [], pagination: { totalCount: 4 } });
  });

  it('freezes a pool without a reason, but removes it only with one', async () => {
    const [, apple] = pools;
    if (!apple) throw new Error('no pool');
    expect(await act(apple, 'freeze')).toMatchObject({ frozen: true });
    expect(await act(apple, 'unfreeze')).toMatchObject({ frozen: false });
    await expect(
      site.admin.client.call(actOnPool, { params: { id: apple.id }, body: { action: 'remove' } }),
    ).rejects.toMatchObject({ fields: { reason: 'Reason is required' } });
  });

  it('shows the whole history of a pool', async () => {
    const [zebra] = pools;
    if (!zebra) throw new Error('no pool');
    await fan.client.call(makeReport, { body: { kind: 'pool', id: zebra.id, reason: 'Zebras do not sing.' } });
    const seen = await site.admin.client.call(getAdminPool, { params: { id: zebra.id } });
    expect(seen).toMatchObject({
      title: 'Zebra song',
      events: { totalCount: 1, items: [{ from: null, to: 'open', actor: { id: owner.id } }] },
      pledges: { totalCount: 1, items: [{ fan: { id: fan.id }, amountCents: 40_00, status: 'pledged' }] },
      charges: { totalCount: 0 },
      deliveries: { totalCount: 0 },
      reports: { totalCount: 1, items: [{ kind: 'pool', reporter: { id: fan.id }, reason: 'Zebras do not sing.' }] },
    });
    await expect(fan.client.call(getAdminPool, { params: { id: zebra.id } })).rejects.toMatchObject({ status: 403 });
  });
});

describe('the history of a delivered pool', () => {
  it('shows charges, deliveries and the earlier delivery beside the new one', async () => {
    const pool = await site.newPool(owner, creator, { title: 'Delivered twice', fundingGoal: 30_00 });
    await site.pledge(fan, pool, 30_00);
    await site.accept(creator, pool, { deliveryDays: 9 });
    await site.poolIs(pool.id, 'in_production');
    await site.deliver(creator, pool, { text: 'The first attempt.' });
    const first = await pending();
    await site.admin.client.call(decideContentClaim, {
      params: { id: first },
      body: { status: 'rejected', reason: 'The second verse is missing.' },
    });
    await site.poolIs(pool.id, 'in_production');
    await site.deliver(creator, pool, { text: 'The second attempt.' });
    const second = await pending();
    const review = await site.admin.client.call(getContentClaim, { params: { id: second } });
    expect(review.content.text).toBe('The second attempt.');
    expect(review.others).toMatchObject([{ claimId: first, status: 'rejected', text: 'The first attempt.' }]);
    const { charges, deliveries, events } = await site.admin.client.call(getAdminPool, { params: { id: pool.id } });
    expect(charges.items).toMatchObject([{ status: 'succeeded', amountCents: 30_00, fan: { id: fan.id } }]);
    expect(deliveries.items.map(({ status }) => status)).toEqual(['pending', 'rejected']);
    expect(events.items.at(-1)).toMatchObject({ from: null, to: 'open' });
  });

  const pending = async () => {
    const { items } = await site.admin.client.call(listContentClaims, { query: { status: 'pending' } });
    return items[0]?.id ?? '';
  };
});

describe('an export', () => {
  const read = async (path: string, who = site.admin) => {
    const response = await who.client.raw('GET', path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('holds the filtered list, and no formula', async () => {
    await site.newPool(owner, null, { title: '=HYPERLINK("http://evil.example","x")' });
    const { headers, text } = await read('/api/admin/pools.csv?search=HYPERLINK&sort=title');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="pools-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('ID,Title,Status');
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",open`);
  });

  it('holds every row, in batches', async () => {
    await site.sql`
      with added as (
        insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, status, ended_at)
        select ${owner.id}, 'Batch ' || n, 'batch', 'batch-' || n, 'batch' || n, 'A batch of pools.', 5000, now(), 'expired', now()
        from generate_series(1, 1200) n returning id)
      insert into pool_events (pool_id, from_status, to_status)
      select id, step.from_status, step.to_status
      from added, (values (1, null, 'open'), (2, 'open', 'expired')) step (n, from_status, to_status) order by id, step.n`;
    for (const sort of ['newest', 'oldest']) {
      const { text } = await read(`/api/admin/pools.csv?search=Batch&sort=${sort}`);
      const titles = text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1]);
      expect(new Set(titles).size).toBe(1200);
      expect(titles).toHaveLength(1200);
    }
  });

  it.each(['claims', 'verifications', 'content-claims', 'reports'])('exists for %s', async (list) => {
    const { status, text } = await read(`/api/admin/${list}.csv`);
    expect(status).toBe(200);
    expect(text).toMatch(/^\uFEFF?ID,Status,Username/);
  });

  it('is for admins only, and checks its query', async () => {
    expect((await read('/api/admin/pools.csv', fan)).status).toBe(403);
    expect((await read('/api/admin/pools.csv', { ...fan, client: site.app.client() })).status).toBe(401);
    expect((await read('/api/admin/pools.csv?status=nonsense')).status).toBe(400);
  });
});

describe('counters', () => {
  async function listen(who: Member): Promise<string[]> {
    const cookie = [...who.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = io(`${site.app.url}/live`, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
    sockets.push(socket);
    const heard: string[] = [];
    socket.on('admin_list_changed', ({ list }: { list: string }) => heard.push(list));
    await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
    return heard;
  }

  it('change when a list changes, and only admins hear of it', async () => {
    const [admins, fans] = [await listen(site.admin), await listen(fan)];
    const pool = await site.newPool(owner, null, { title: 'A counted song' });
    const before = await site.admin.client.call(getAdminCounts);
    await act(pool, 'freeze', 'A closer look.');
    await fan.client.call(makeReport, { body: { kind: 'pool', id: pool.id, reason: 'I count on you.' } });
    await expect.poll(() => [...new Set(admins)].sort()).toEqual(['audit', 'pools', 'reports']);
    const after = await site.admin.client.call(getAdminCounts);
    expect(after.pools.frozen).toBe(before.pools.frozen + 1);
    expect(after.reports.open).toBe(before.reports.open + 1);
    expect(fans).toEqual([]);
    await act(pool, 'unfreeze');
    await expect(fan.client.call(getAdminCounts)).rejects.toMatchObject({ status: 403 });
  });
});

describe('copyright notices', () => {
  it('are counted, exported as CSV and read by their id', async () => {
    const { client } = site.admin;
    const pool = await site.newPool(owner, creator, { title: 'A cover of Rain' });
    const before = (await client.call(getAdminCounts)).takedowns.open;
    const form = {
      name: 'Lena Label',
      email: 'label@example.com',
      address: '1 Record Row, Nashville, TN',
      phone: '+1 615 555 0100',
      work: 'The song “Rain”',
      locations: [`${site.app.url}/pool/${pool.id}`],
      goodFaith: true as const,
      accurate: true as const,
      signature: 'Lena Label',
    };
    const { reference } = await site.visitor().client.call(sendTakedownNotice, { body: form });
    const [item] = (await client.call(listTakedowns, { query: { search: reference } })).items;
    const params = { id: item?.id ?? '' };
    expect(await client.call(getAdminTakedown, { params })).toEqual(item);
    expect((await client.call(getAdminCounts)).takedowns.open).toBe(before + 1);
    await expect(owner.client.call(getAdminTakedown, { params })).rejects.toMatchObject({ status: 403 });
    const read = async (query: string) => (await client.raw('GET', `/api/admin/takedowns.csv?${query}`)).text();
    expect(await read(`search=${reference}`)).toContain(`${item?.id},${reference},open,Lena Label`);
    expect((await read('status=rejected')).trimEnd().split('\r\n')).toHaveLength(1);
    expect((await owner.client.raw('GET', '/api/admin/takedowns.csv')).status).toBe(403);
  });
});

describe('one entry', () => {
  it('is read by its id', async () => {
    const { client } = site.admin;
    const [verification] = (await client.call(listVerifications)).items;
    expect(await client.call(getVerification, { params: { id: verification?.id ?? '' } })).toEqual(verification);
    const [report] = (await client.call(listReports, { query: { status: 'open' } })).items;
    expect(await client.call(getReport, { params: { id: report?.id ?? '' } })).toEqual(report);
    await client.call(decideReport, {
      params: { id: report?.id ?? '' },
      body: { status: 'dismissed', reason: 'Nothing is wrong with it.' },
    });
    expect(await client.call(getReport, { params: { id: report?.id ?? '' } })).toMatchObject({ status: 'dismissed' });
    expect((await client.call(listClaims)).items).toEqual([]);
    await expect(client.call(getClaim, { params: { id: owner.id } })).rejects.toMatchObject({ status: 404 });
  });
});
