import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAdminPools, listReports } from '#contract/admin/moderation.ts';
import { listAdminUsers } from '#contract/admin/users.ts';
import { listTakedowns } from '#contract/legal.ts';
import { limits } from '#contract/limits.ts';
import { type CreatorMember, HttpSite, type Member } from '#testing/journeys/http-site.ts';

let site: HttpSite;
let owner: Member;
let fan: Member;
let other: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, fan, other, creator] = await Promise.all([
    site.member('owner'),
    site.member(),
    site.member(),
    site.creator(),
  ]);
});
afterAll(() => site.close());

describe('a search with more matches than the list counts', () => {
  const most = limits.adminFilteredCountMax;
  const reports = most + 30;
  const read = async (query: { sort?: 'oldest'; page?: number; status?: 'open' }) =>
    site.admin.client.call(listReports, { query: { search: 'Flood', ...query } });
  const reasons = async (query: Parameters<typeof read>[0]) => (await read(query)).items.map(({ reason }) => reason);
  const named = (from: number, step: 1 | -1) =>
    Array.from({ length: limits.adminPageSize }, (_, index) => `Flood ${from + index * step}`);

  beforeAll(async () => {
    const pool = await site.newPool(owner, null, { title: 'A pool that many object to' });
    // Every tenth is an objection, which is in another table.
    await site.sql`
      insert into reports (kind, target_id, reporter_id, subject_id, reason, status, decided_at, created_at)
      select 'profile', ${owner.id}, ${fan.id}, ${owner.id}, 'Flood ' || n, 'dismissed', now(), now() - n * interval '1 minute'
      from generate_series(1, ${reports}::int) n where n % 10 <> 0`;
    await site.sql`
      insert into objections (pool_id, fan_id, reason, status, decided_at, created_at)
      select ${pool.id}, ${fan.id}, 'Flood ' || n, 'dismissed', now(), now() - n * interval '1 minute'
      from generate_series(1, ${reports}::int) n where n % 10 = 0`;
  });

  it('says that there are more', async () => {
    expect((await read({})).pagination).toEqual({
      page: 1,
      pageSize: limits.adminPageSize,
      totalCount: most,
      totalPages: most / limits.adminPageSize,
      countIsCapped: true,
    });
    expect((await read({ status: 'open' })).pagination).toMatchObject({ totalCount: 0 });
  });

  it('has its pages in order over both tables, and ends with its count', async () => {
    expect(await reasons({})).toEqual(named(1, 1));
    expect(await reasons({ page: 7 })).toEqual(named(121, 1));
    expect(await reasons({ sort: 'oldest' })).toEqual(named(reports, -1));
    expect(await reasons({ page: most / limits.adminPageSize })).toEqual(named(most - limits.adminPageSize + 1, 1));
    expect(await reasons({ page: most / limits.adminPageSize + 1 })).toEqual([]);
  });
});

describe('money that is held', () => {
  const people = async (query: { held: 'true' | 'false'; search?: string; role?: 'creator' }) =>
    (await site.admin.client.call(listAdminUsers, { query })).items.map(({ id }) => id);

  it('finds each of its fans once, with further filters, and its pools by money', async () => {
    const titles = ['First held song', 'Second held song'];
    for (const title of titles) {
      const pool = await site.newPool(owner, creator, { title, fundingGoal: 30_00 });
      await site.pledge(fan, pool, title.startsWith('First') ? 40_00 : 30_00);
      await site.accept(creator, pool, { deliveryDays: 9 });
      await site.poolIs(pool.id, 'in_production');
    }
    expect(await people({ held: 'true' })).toEqual([fan.id]);
    expect(await people({ held: 'true', search: fan.username })).toEqual([fan.id]);
    expect(await people({ held: 'true', search: other.username })).toEqual([]);
    expect(await people({ held: 'true', role: 'creator' })).toEqual([]);
    const without = await people({ held: 'false' });
    expect(without).toContain(other.id);
    expect(without).not.toContain(fan.id);
    const { items } = await site.admin.client.call(listAdminPools, {
      query: { status: 'in_production', sort: '-pledged' },
    });
    expect(items.map(({ title, heldCents }) => [title, heldCents])).toEqual([
      ['First held song', 40_00],
      ['Second held song', 30_00],
    ]);
  });
});

describe('copyright notices', () => {
  it('are searched by names, work, location and the beginning of the reference', async () => {
    const [row] = await site.sql<{ id: string }[]>`
      insert into takedown_notices (name, email, address, phone, owner_name, work, locations, signature)
      values ('Quill Harper', 'quill@mail.example', 'A street', '123', 'Zed Label', 'The blue tune',
        array['https://fanfare.example/pools/one', 'https://fanfare.example/pools/two-songs'], 'Quill Harper')
      returning id`;
    const id = row?.id ?? '';
    const searchFor = async (search: string) =>
      (await site.admin.client.call(listTakedowns, { query: { search } })).items.map((notice) => notice.id);
    const begins = `TD-${id.slice(0, 4)}`;
    for (const text of ['harper', 'Qu', 'quill@', 'zed lab', 'blue tune', 'two-songs', begins, id.slice(0, 8)]) {
      expect(await searchFor(text), text).toEqual([id]);
    }
    for (const text of ['xylophone', 'ue', `TD-${id.startsWith('0') ? 'f' : '0'}`, 'pools/one pools/two'])
      expect(await searchFor(text), text).toEqual([]);
  });
});
