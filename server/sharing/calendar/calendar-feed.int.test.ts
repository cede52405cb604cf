import { createHash } from 'node:crypto';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getCalendar, startCalendar, stopCalendar } from '#contract/calendar.ts';
import { createLanguage } from '#contract/language/create-language.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { savePool } from '#contract/saves.ts';
import { deleteAccount, exportPath } from '#contract/settings.ts';
import { readCalendarDocument } from '#testing/icalendar.ts';
import { type CreatorMember, HttpSite, type Member, password } from '#testing/journeys/http-site.ts';
import { createPoolsInEveryState } from '#testing/journeys/pools-in-every-state.ts';
import { unzip } from '#testing/zip.ts';

// cspell:ignore Letzte Stunde Termine auf
const texts = {
  'Last hour to pledge: {title}': 'Letzte Stunde: {title}',
  'Deadlines on {brand}': 'Termine auf {brand}',
};
const german = createLanguage(
  'de',
  Object.fromEntries(Object.entries(texts).map(([icu, text]) => [generateMessageId(icu), compileMessage(text)])),
);

const lines: string[] = [];
let site: HttpSite;
let owner: Member;
let creator: CreatorMember;
let fan: Member;
let broke: Member;
let pools: Record<PoolStatus, Pool>;
beforeAll(async () => {
  site = await HttpSite.open({ LOG_LEVEL: 'info' }, 'none', { logTo: { write: (line) => void lines.push(line) } });
  const { languages } = site.app.context;
  site.app.context.languages = { ...languages, of: (locale) => (locale === 'de' ? german : undefined) };
  [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
  [fan, broke] = await Promise.all([site.member('fan'), site.member('broke')]);
  await site.giveCard(fan.id, 'pays');
  await site.giveCard(broke.id, 'insufficient_funds');
  pools = await createPoolsInEveryState(site, { owner, creator, fan, broke });
}, 120_000);
afterAll(() => site.close());

async function linkOf({ client }: Pick<Member, 'client'>): Promise<string> {
  const { url } = await client.call(startCalendar);
  expect(url).toMatch(new RegExp(`^${site.app.url}/calendar/[\\w-]{43}\\.ics$`));
  return new URL(url).pathname;
}
const read = (path: string, init: RequestInit = {}) => site.visitor().client.raw('GET', path, init);

async function feedOf(path: string) {
  const response = await read(path);
  expect(response.status).toBe(200);
  return readCalendarDocument(await response.text());
}

/** The kinds of deadlines that a person has of each pool. */
async function kindsOf(who: Member): Promise<Record<string, string[]>> {
  const { events } = await feedOf(await linkOf(who));
  return Object.fromEntries(
    Object.entries(pools).flatMap(([status, { id }]) => {
      const own = events.map((event) => event.get('UID') ?? '').filter((uid) => uid.includes(id));
      return own.length > 0 ? [[status, own.map((uid) => uid.split('-')[0] ?? '')]] : [];
    }),
  );
}

const gone = async (path: string) => {
  const response = await read(path);
  return { status: response.status, text: await response.text(), cache: response.headers.get('cache-control') };
};

describe('the link', () => {
  it('is shown once and stored as a hash; a new one replaces it, and it can be stopped', async () => {
    const { client, id } = await site.member('ada');
    expect(await client.call(getCalendar)).toEqual({ calendar: null });
    const path = await linkOf({ client });
    const { calendar } = await client.call(getCalendar);
    expect(calendar).toEqual({ createdAt: expect.any(String), readAt: null });
    const token = path.slice('/calendar/'.length, -'.ics'.length);
    const [row] = await site.sql<{ tokenHash: Buffer }[]>`select token_hash from calendars where user_id = ${id}`;
    expect(row?.tokenHash).toEqual(createHash('sha256').update(token).digest());

    expect((await feedOf(path)).events).toEqual([]);
    expect((await client.call(getCalendar)).calendar?.readAt).toEqual(expect.any(String));
    const next = await linkOf({ client });
    expect((await read(path)).status).toBe(404);
    expect((await read(next)).status).toBe(200);
    await client.call(stopCalendar);
    await client.call(stopCalendar);
    expect((await read(next)).status).toBe(404);
    expect(await client.call(getCalendar)).toEqual({ calendar: null });
  });

  it('answers the same for unknown, malformed, suspended and deleted', async () => {
    const [suspended, leaving] = [await site.member('sue'), await site.member('leo')];
    const [ofSuspended, ofLeaving] = [await linkOf(suspended), await linkOf(leaving)];
    const unknown = await gone(`/calendar/${'A'.repeat(43)}.ics`);
    expect(unknown).toMatchObject({ status: 404, cache: 'no-store' });
    for (const name of ['x.ics', `${'A'.repeat(43)}`, `${'A'.repeat(43)}.pdf`, `${'A'.repeat(43)}.ics.ics`, '.ics'])
      expect(await gone(`/calendar/${name}`), name).toEqual(unknown);
    const suspend = (at: Date | null) => site.sql`update users set suspended_at = ${at} where id = ${suspended.id}`;
    await suspend(new Date());
    expect(await gone(ofSuspended)).toEqual(unknown);
    await suspend(null);
    expect((await read(ofSuspended)).status).toBe(200);
    const files = await unzip(Buffer.from(await (await leaving.client.raw('GET', exportPath)).arrayBuffer()));
    expect(JSON.parse(String(files.get('calendar.json')))).toEqual([
      { createdAt: expect.any(String), readAt: null, changedAt: expect.any(String) },
    ]);
    await leaving.client.call(deleteAccount, { body: { password } });
    expect(await gone(ofLeaving)).toEqual(unknown);
    expect(await site.sql`select 1 from calendars where user_id = ${leaving.id}`).toEqual([]);
  });

  it('is in no line of the log', async () => {
    const path = await linkOf(fan);
    await feedOf(path);
    await read(`${path}/`);
    await read(`/de${path}?x=1`);
    await read(path.replace('.ics', ''));
    const log = () => lines.join('');
    await expect.poll(log).toContain('"path":"/calendar/[hidden].ics"');
    await expect.poll(log).toContain('"path":"/de/calendar/[hidden].ics"');
    expect(log()).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
  });
});

describe('the feed', () => {
  it('has a fan’s, an owner’s and a creator’s deadlines of pools in every state', async () => {
    expect(await kindsOf(fan)).toEqual({
      goal_met: ['closing'],
      in_production: ['delivery'],
      delivered: ['objections'],
    });
    expect(await kindsOf(broke)).toEqual({ collecting: ['payment'] });
    expect(await kindsOf(owner)).toEqual({ open: ['closing'], goal_met: ['closing'], accepted: ['closing'] });
    expect(await kindsOf(creator)).toEqual({
      goal_met: ['answer'],
      collecting: ['collecting'],
      shortfall: ['shortfall'],
      in_production: ['delivery'],
      delivered: ['objections'],
    });
  });

  it('has the deadlines of the pages', async () => {
    const { events } = await feedOf(await linkOf(broke));
    const { myPledge } = await site.pool(pools.collecting.id, broke);
    const [event] = events;
    const instant = (at: string | null | undefined) => (at ?? '').replace(/[-:]|\.\d+/g, '');
    expect(event?.get('DTEND')).toBe(instant(myPledge?.dueAt));
    expect(event?.get('SUMMARY')).toBe(`Last hour to pay $30: ${pools.collecting.title}`);
    expect(event?.get('URL')).toBe(site.app.url + pools.collecting.canonicalPath);
  });

  it('has followed pools, and drops what no longer applies', async () => {
    const ada = await site.member('ada');
    const path = await linkOf(ada);
    const pool = await site.newPool(owner, creator, { title: 'Rain, snow; and \\ hail' });
    await ada.client.call(savePool, { params: { id: pool.id } });
    const [event] = (await feedOf(path)).events;
    expect(event?.get('SUMMARY')).toBe('Last hour to pledge: Rain, snow; and \\ hail');
    expect(event?.get('UID')).toBe(`closing-${pool.id}@127.0.0.1`);
    const act = (action: 'freeze' | 'unfreeze' | 'remove') =>
      site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action, reason: 'A good reason.' } });
    await act('freeze');
    expect((await feedOf(path)).events).toEqual([]);
    await act('unfreeze');
    expect((await feedOf(path)).events).toHaveLength(1);
    await act('remove');
    expect((await feedOf(path)).events).toEqual([]);
  });

  it('does not name adult pools', async () => {
    const ada = await site.member('ada');
    const pool = await site.newPool(owner, creator, { title: 'Unspeakable nights', categories: ['NSFW'] });
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    await site.grown(ada).client.call(savePool, { params: { id: pool.id } });
    const text = await (await read(await linkOf(ada))).text();
    expect(text).toContain(`closing-${pool.id}`);
    expect(text).not.toMatch(/unspeakable/i);
    expect(text).toContain('Adult pool from');
  });

  it('is in the language of the person', async () => {
    const ada = await site.member('ada');
    await ada.client.call(savePool, { params: { id: pools.open.id } });
    const path = await linkOf(ada);
    await site.sql`update users set locale = 'de' where id = ${ada.id}`;
    const { properties, events } = await feedOf(path);
    expect(properties.get('X-WR-CALNAME')).toBe('Termine auf Fanfare');
    expect(events[0]?.get('SUMMARY')).toBe(`Letzte Stunde: ${pools.open.title}`);
    expect(events[0]?.get('URL')).toBe(site.app.url + pools.open.canonicalPath);
  });

  it('is private, costs a 304 while nothing changes, and has a stamp of the last change', async () => {
    const ada = await site.member('ada');
    await ada.client.call(savePool, { params: { id: pools.open.id } });
    const path = await linkOf(ada);
    const response = await read(path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-disposition': 'attachment; filename="calendar.ics"',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    const etag = response.headers.get('etag') ?? '';
    expect((await read(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await site.visitor().client.raw('HEAD', path);
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);

    const stampOf = async () => (await feedOf(path)).events[0]?.get('LAST-MODIFIED') ?? '';
    const before = await stampOf();
    await site.sql`update calendars set changed_at = changed_at - interval '1 day' where user_id = ${ada.id}`;
    const dayBefore = await stampOf();
    expect(dayBefore < before).toBe(true);
    await ada.client.call(savePool, { params: { id: pools.goal_met.id } });
    expect((await stampOf()) >= before).toBe(true);
    expect((await read(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('has all of a creator with 60 requests and of a fan with 200 pools, the nearest first', async () => {
    const [maker, reader] = [await site.creator(), await site.member('reader')];
    const [backer] = await site.crowd(1, 'pays');
    if (!backer) throw new Error('the crowd is empty');
    const made: Pool[] = [];
    for (let batch = 0; batch < 20; batch++) {
      const some = await Promise.all(Array.from({ length: 10 }, () => site.newPool(owner, maker)));
      made.push(...some);
      await Promise.all(some.map(({ id }) => reader.client.call(savePool, { params: { id } })));
    }
    for (const pool of made.slice(0, 60)) await site.pledgeWithSavedCard(backer, pool, 50_00);
    await site.app.settle();
    const feed = await feedOf(await linkOf(maker));
    expect(feed.events.map((event) => event.get('UID')?.split('-')[0])).toEqual(new Array(60).fill('answer'));
    const ends = (await feedOf(await linkOf(reader))).events.map((event) => event.get('DTEND') ?? '');
    expect(ends).toHaveLength(200);
    expect(ends).toEqual(ends.toSorted());
  }, 120_000);
});
