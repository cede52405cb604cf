import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { followCreator } from '#contract/creators/creators.ts';
import { overlaysMax } from '#contract/overlays/overlay-limits.ts';
import {
  changeOverlay,
  createOverlay,
  deleteOverlay,
  listOverlays,
  type OverlayChanges,
  type OverlaySettings,
  previewOverlay,
  renewOverlay,
  testOverlay,
} from '#contract/overlays/overlays.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { forgetWordFilter } from '#server/chat/moderation/word-filter.ts';
import type { Person } from '#testing/insert-person.ts';
import { languageOf } from '#testing/language.ts';
import { OverlayReader } from '#testing/overlays/overlay-reader.ts';
import { alertTexts, OverlayStage, settingsOf } from '#testing/overlays/overlay-stage.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { overlayChannel } from './overlay-streams.ts';
import { notifyOverlays } from './overlays.sql.ts';

// cspell:ignore Neue Zusage Zuletzt

let stage: PledgeStage;
let overlays: OverlayStage;
let owner: Person;
let creator: Person;
beforeAll(async () => {
  stage = await PledgeStage.open();
  overlays = new OverlayStage(stage);
  ({ owner, creator } = stage.people);
});
afterEach(() => overlays.clear());
afterAll(() => stage.close());

const statusOf = async (url: string) => (await OverlayReader.open(url)).status;

describe('the page', () => {
  it('is private, transparent and answers HEAD', async () => {
    const { url } = await overlays.create(creator, await stage.newPool());
    for (const method of ['GET', 'HEAD']) {
      const page = await fetch(url, { method });
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
      expect(page.headers.get('set-cookie')).toBe(null);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      const html = await page.text();
      if (method === 'HEAD') expect(html).toBe('');
      else expect(Buffer.byteLength(html)).toBeLessThanOrEqual(15_000);
    }
    expect(await (await fetch(`${url}/`)).text()).toBe(await (await fetch(url)).text());
    const head = await fetch(`${url}/events`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const { headers } = await overlays.watch(url);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });

  it('of the settings may be framed by this site only', async () => {
    const page = await fetch(`${stage.app.url}/overlay/preview`);
    expect(page.headers.get('x-frame-options')).toBe(null);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  it('is an empty 404 for an unknown token, and for all addresses below', async () => {
    const token = 'A'.repeat(43);
    for (const path of [token, 'x', `${token}/events`, `${token}/`, `${token}/events/`, `${token}/x/y`, '']) {
      const page = await fetch(`${stage.app.url}/overlay/${path}`);
      expect([page.status, await page.text()]).toEqual([404, '<!doctype html><title></title>']);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('an overlay', () => {
  it('belongs to a person who started or makes the pool, and its URL is kept as a hash', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const body = { poolId: pool.id, settings: settingsOf() };
    await expect(fan.client.call(createOverlay, { body })).rejects.toMatchObject({ code: 'not_found' });
    await expect(fan.client.call(previewOverlay, { body })).rejects.toMatchObject({ code: 'not_found' });
    const { id, url } = await overlays.create(owner, pool);
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [row] = await stage.sql<{ tokenHash: Buffer }[]>`select token_hash from overlays where id = ${id}`;
    expect(row?.tokenHash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(await owner.client.call(listOverlays))).not.toContain(token);

    const params = { id };
    const foreign = { code: 'not_found' };
    await expect(
      creator.client.call(changeOverlay, { params, body: { settings: settingsOf() } }),
    ).rejects.toMatchObject(foreign);
    for (const call of [renewOverlay, testOverlay, deleteOverlay])
      await expect(creator.client.call(call, { params })).rejects.toMatchObject(foreign);
    for (let count = 1; count < overlaysMax; count += 1) await overlays.create(owner, pool);
    await expect(owner.client.call(createOverlay, { body })).rejects.toMatchObject({ code: 'too_many_overlays' });
  });

  it('shows its pool, and each pledge to all who have it open', async () => {
    const pool = await stage.newPool(100_00);
    const { url } = await overlays.create(creator, pool);
    const [one, two] = [await overlays.watch(url), await overlays.watch(url)];
    expect(one.view).toMatchObject({
      locale: 'en',
      dir: 'ltr',
      title: 'A song about rain',
      goal: { pledged: '$0', of: 'of $100', percent: '0%', fans: '0 fans', fill: 0 },
      timeLeft: expect.stringMatching(/^\d+ days left$/),
      backers: { title: 'Latest backers', people: [] },
      more: { one: 'and # more', other: 'and # more' },
    });
    const { fan, pledge } = await overlays.pledgeAs('Maya Reyes', pool, 30_00);
    for (const reader of [one, two]) {
      await expect.poll(() => alertTexts(reader)).toEqual(['Maya Reyes', '25% of the goal reached']);
      expect(reader.alerts[0]).toEqual({ label: 'New pledge', text: 'Maya Reyes', amount: '$30' });
      await expect.poll(() => reader.view.goal).toMatchObject({ pledged: '$30', fill: 0.3, fans: '1 fan' });
      expect(reader.view.backers.people).toEqual([{ name: 'Maya Reyes', amount: '$30' }]);
    }
    await fan.client.call(withdrawPledge, { params: { id: pledge.id } });
    await expect.poll(() => one.view.goal.pledged).toBe('$0');
    expect(one.view.backers.people).toEqual([]);
    expect(one.alerts).toHaveLength(2);
    const [mine] = (await creator.client.call(listOverlays)).overlays;
    expect(mine?.openedAt).toEqual(expect.any(String));
  });

  it('hides names of anonymous, private, cheap and rude pledges, and amounts from an owner who is not the creator', async () => {
    await stage.sql`update chat_settings set blocked_words = '{rude*}'`;
    forgetWordFilter(stage.context);
    const pool = await stage.newPool(1000_00);
    const [mine, theirs, plain] = [
      await overlays.watch((await overlays.create(creator, pool)).url),
      await overlays.watch((await overlays.create(owner, pool, { minCents: 1000_00 })).url),
      await overlays.watch((await overlays.create(creator, pool, { hidesNames: true, hidesAmounts: true })).url),
    ];
    await overlays.pledgeAs('Cheap', pool, 4_99);
    await overlays.pledgeAs('Rudeness', pool, 20_00);
    await overlays.pledgeAs('Enough', pool, 5_00);
    const hidden = await overlays.namedFan('Hidden');
    const { setup } = await stage.post(hidden, pool.id, 50_00, { anonymous: true });
    await stage.checkout(setup?.url);
    await stage.settle();
    const pat = await overlays.namedFan('Private Pat');
    await stage.sql`update users set backs_private = true where id = ${pat.id}`;
    await stage.pledge(pat, pool.id, 60_00);
    await expect.poll(() => mine.alerts.length).toBe(5);
    expect(mine.alerts.map(({ text, amount }) => [text, amount])).toEqual([
      ['Someone', '$4.99'],
      ['Someone', '$20'],
      ['Enough', '$5'],
      ['Someone', '$50'],
      ['Someone', '$60'],
    ]);
    await expect.poll(() => theirs.alerts.length).toBe(5);
    expect(theirs.alerts.map(({ text, amount }) => [text, amount])).toEqual([
      ['Cheap', null],
      ['Someone', null],
      ['Enough', null],
      ['Someone', null],
      ['Someone', null],
    ]);
    await expect.poll(() => plain.alerts.length).toBe(5);
    expect(new Set(plain.alerts.map(({ text, amount }) => `${text} ${amount}`))).toEqual(new Set(['Someone null']));
    expect(plain.view.goal).toMatchObject({ pledged: null, of: null, percent: '13%' });
    await stage.sql`update chat_settings set blocked_words = '{}'`;
    forgetWordFilter(stage.context);
  });

  it('has no title of an adult pool, shows milestones and new followers, and only the widgets that are on', async () => {
    const pool = await stage.newPool(100_00);
    await stage.sql`update pools set adult = true where id = ${pool.id}`;
    const settings = { alerts: ['milestones', 'followers'], widgets: ['alerts'] } satisfies Partial<OverlaySettings>;
    const reader = await overlays.watch((await overlays.create(creator, pool, settings)).url);
    expect(reader.view).toMatchObject({ title: null, goal: null, timeLeft: null, backers: null });
    const fan = await overlays.namedFan('Maya');
    fan.client.cookies.set('age_verified', '1');
    await stage.pledge(fan, pool.id, 100_00);
    const [profile] = await stage.sql<{ username: string }[]>`
      select username from creator_profiles where owner_id = ${creator.id}`;
    const follower = await overlays.namedFan('Follower');
    await follower.client.call(followCreator, { params: { username: profile?.username ?? '' } });
    await expect.poll(() => alertTexts(reader).at(-1)).toBe('Follower');
    expect(alertTexts(reader)).toContain('Goal reached!');
    expect(JSON.stringify(reader.messages)).not.toContain('rain');
    expect(JSON.stringify(reader.messages)).not.toContain('Maya');
  });

  it('speaks its owner’s language', async () => {
    const { languages } = stage.context;
    const german = languageOf(({ sentence }) =>
      sentence[0] === 'New pledge' ? 'Neue Zusage' : sentence[0] === 'Latest backers' ? 'Zuletzt' : undefined,
    );
    stage.context.languages = { ...languages, of: (locale) => (locale === 'de' ? german : undefined) };
    const pool = await stage.newPool(1000_00);
    const { url } = await overlays.create(creator, pool);
    await stage.sql`update users set locale = 'de' where id = ${creator.id}`;
    const reader = await overlays.watch(url);
    expect(reader.view).toMatchObject({ locale: 'de', backers: { title: 'Zuletzt' } });
    await overlays.pledgeAs('Maya', pool, 12_50);
    await expect.poll(() => reader.alerts[0]).toEqual({ label: 'Neue Zusage', text: 'Maya', amount: '12,50\u00a0$' });
    await stage.sql`update users set locale = 'en' where id = ${creator.id}`;
    stage.context.languages = languages;
  });

  it('changes at once with its settings, and shows a test alert that changes nothing', async () => {
    const pool = await stage.newPool(100_00);
    const { id, url } = await overlays.create(creator, pool);
    const reader = await overlays.watch(url);
    const settings = settingsOf({ theme: 'brand', widgets: ['goal', 'alerts'] });
    await creator.client.call(changeOverlay, { params: { id }, body: { settings } });
    await expect.poll(() => reader.view).toMatchObject({ theme: 'brand', backers: null, timeLeft: null });
    const before = await stage.pool(pool.id);
    const place = reader.lastId;
    await creator.client.call(testOverlay, { params: { id } });
    await expect.poll(() => reader.alerts.length).toBe(1);
    expect(reader.messages.at(-1)).toMatchObject({ event: 'alert', id: undefined, data: { label: 'Test alert' } });
    expect(reader.lastId).toBe(place);
    expect(await stage.pool(pool.id)).toEqual(before);
    expect(await overlays.watch(url).then(alertTexts)).toEqual([]);

    const other = await stage.newPool(50_00);
    await creator.client.call(changeOverlay, { params: { id }, body: { poolId: other.id, settings } });
    await expect.poll(() => reader.hasEnded).toBe(true);
    expect((await overlays.watch(url)).view.goal.of).toBe('of $50');
    const body = { poolId: other.id, settings };
    const preview = await creator.client.call(previewOverlay, { body });
    expect(preview.view).toMatchObject({ theme: 'brand', goal: { of: 'of $50' } });
  });

  it('keeps the settings that a change leaves out', async () => {
    const pool = await stage.newPool(100_00);
    const { id } = await overlays.create(creator, pool, { hidesNames: true, minCents: 20_00 });
    const changed = async (body: { poolId?: string; settings?: OverlayChanges }) =>
      (await creator.client.call(changeOverlay, { params: { id }, body })).settings;
    expect(await changed({ settings: { theme: 'brand' } })).toEqual(
      settingsOf({ hidesNames: true, minCents: 20_00, theme: 'brand' }),
    );
    const other = await stage.newPool(50_00);
    expect(await changed({ poolId: other.id })).toMatchObject({ hidesNames: true, theme: 'brand' });
    expect(await changed({})).toMatchObject({ hidesNames: true, theme: 'brand' });
  });

  it('shows pledges in its preview that no program has read yet', async () => {
    const pool = await stage.newPool(50_00);
    await stage.pledge(await stage.fan(), pool.id, 20_00);
    await stage.sql`update events set position = null where pool_id = ${pool.id}`;
    const body = { poolId: pool.id, settings: settingsOf({ widgets: ['backers'] }) };
    const { view } = await creator.client.call(previewOverlay, { body });
    expect(view.backers?.people).toMatchObject([{ amount: '$20' }]);
  });
});

describe('an overlay becomes empty', () => {
  it('with a new URL, and when it is deleted', async () => {
    const { id, url } = await overlays.create(creator, await stage.newPool());
    const reader = await overlays.watch(url);
    const renewed = await creator.client.call(renewOverlay, { params: { id } });
    await expect.poll(() => reader.hasEnded).toBe(true);
    expect([await statusOf(url), await statusOf(renewed.url)]).toEqual([404, 200]);
    const last = await overlays.watch(renewed.url);
    await creator.client.call(deleteOverlay, { params: { id } });
    await expect.poll(() => last.hasEnded).toBe(true);
    expect(await statusOf(renewed.url)).toBe(404);
  });

  it('while its owner is suspended, has no part in the pool, or the pool is removed', async () => {
    const pool = await stage.newPool();
    const { id, url } = await overlays.create(creator, pool);
    const report = () => notifyOverlays(stage.sql, overlayChannel, JSON.stringify({ userId: creator.id }));
    for (const [empty, back] of [
      [
        () => stage.sql`update users set suspended_at = now() where id = ${creator.id}`,
        () => stage.sql`update users set suspended_at = null where id = ${creator.id}`,
      ],
      [
        () => stage.sql`update pools set assigned_creator_id = null where id = ${pool.id}`,
        () => stage.sql`update pools set assigned_creator_id = ${creator.id} where id = ${pool.id}`,
      ],
      [
        () => stage.sql`update pools set status = 'removed' where id = ${pool.id}`,
        () => stage.sql`update pools set status = 'open' where id = ${pool.id}`,
      ],
    ] as const) {
      const reader = await overlays.watch(url);
      expect(reader.status).toBe(200);
      await empty();
      await report();
      await expect.poll(() => reader.hasEnded).toBe(true);
      expect(await statusOf(url)).toBe(204);
      await back();
    }
    expect(await statusOf(url)).toBe(200);
    await stage.sql`update overlays set token_hash = null where id = ${id}`;
    const [overlay] = (await creator.client.call(listOverlays)).overlays;
    expect(overlay).toMatchObject({ hasUrl: false, isShown: true });
  });

  it('when its owner deletes the account', async () => {
    const leaver = await stage.fan();
    const pool = await stage.newPool();
    await stage.sql`update pools set owner_id = ${leaver.id} where id = ${pool.id}`;
    const { url } = await overlays.create(leaver, pool);
    const reader = await overlays.watch(url);
    await stage.sql`update pools set owner_id = ${owner.id} where id = ${pool.id}`;
    const [user] = await stage.sql<Parameters<typeof eraseAccount>[2][]>`select * from users where id = ${leaver.id}`;
    if (!user) throw new Error('there is no such person');
    await stage.context.db.tx((tx) => eraseAccount(stage.context, tx, user));
    await expect.poll(() => reader.hasEnded).toBe(true);
    expect(await statusOf(url)).toBe(404);
    expect(await stage.sql`select id from overlays where user_id = ${leaver.id}`).toEqual([]);
  });
});
