import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDirectConversation, readConversation } from '#contract/chat/chat.ts';
import { messageContributors } from '#contract/contributors.ts';
import { chooseNotifications, getNotificationChoices } from '#contract/notifications.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { recordProduction } from '#contract/performers.ts';
import { getPush, subscribeToPush, testPush, unsubscribeFromPush } from '#contract/push.ts';
import { deleteAccount, endSession, exportPath } from '#contract/settings.ts';
import { runWaiting } from '#testing/app.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { type Browser, openPushService, type PushService, senderOf } from '#testing/servers/push-service.ts';
import { unzip } from '#testing/zip.ts';

let service: PushService;
let stage: PledgeStage;

beforeAll(async () => {
  service = await openPushService();
  stage = await PledgeStage.open({ PUSH_ALLOW: service.host });
});
afterAll(async () => {
  closeChatClients();
  service.close();
  await stage.close();
});
beforeEach(() => service.answers(201));

/** A person signed in on one device. The session has the person's id. */
async function someone(): Promise<Person> {
  const who = await stage.fan();
  await stage.sql`
    insert into sessions (id, token_hash, user_id, expires_at)
    values (${who.id}, ${randomBytes(32)}, ${who.id}, now() + interval '1 day')`;
  return who;
}

async function listening(): Promise<[Person, Browser]> {
  const [who, browser] = [await someone(), service.browser()];
  await who.client.call(subscribeToPush, { body: browser.subscription });
  return [who, browser];
}

const runDelayed = (kind: string) => runWaiting(stage.app, kind);

const devices = async (who: Person) =>
  stage.sql`select 1 from push_subscriptions p join sessions s on s.id = p.session_id where s.user_id = ${who.id}`;

async function talk(from: Person, to: Person, ...lines: string[]): Promise<string> {
  const { id } = await from.client.call(openDirectConversation, { body: { otherUserId: to.id } });
  const window = await chatClient(stage.app, from);
  for (const line of lines) expect(await window.sendDirect(id, line)).toMatchObject({ content: line });
  return id;
}

describe('a device', () => {
  it('subscribes, receives a test push that is encrypted for it and signed by this installation, and unsubscribes', async () => {
    const [mia, browser] = [await someone(), service.browser()];
    const { publicKey, endpoint } = await mia.client.call(getPush);
    expect(endpoint).toBeNull();
    await expect(mia.client.call(testPush)).rejects.toMatchObject({ code: 'conflict' });
    // Browsers send this field as null.
    const body = { ...browser.subscription, expirationTime: null };
    const state = await mia.client.call(subscribeToPush, { body });
    expect(state).toEqual({ publicKey, endpoint: browser.subscription.endpoint });
    expect(await mia.client.call(testPush)).toEqual({ ok: true });
    expect(browser.read()).toEqual([
      {
        title: 'Notifications are on',
        body: 'This device now gets notifications from Fanfare.',
        href: '/settings#notifications',
        tag: 'test',
      },
    ]);
    const [pushed] = browser.came;
    expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '60', urgency: 'high' });
    expect(pushed && senderOf(pushed)).toMatchObject({ publicKey, claims: { aud: `http://${service.host}` } });
    expect(pushed?.body.includes('Fanfare')).toBe(false);
    const left = await mia.client.call(unsubscribeFromPush);
    expect(left.endpoint).toBeNull();
  });

  it('refuses visitors, addresses that cannot be a push service, and invalid keys', async () => {
    const mia = await someone();
    const { subscription } = service.browser();
    for (const call of [getPush, testPush, unsubscribeFromPush]) {
      await expect(stage.app.client().call(call)).rejects.toMatchObject({ status: 401 });
    }
    const refused = [
      'http://203.0.113.5/push',
      'https://127.0.0.1/push',
      'https://[::1]/push',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/push',
      'https://8.8.8.8:8443/push',
      'https://me@8.8.8.8/push',
      'ftp://8.8.8.8/',
      'javascript:alert(1)',
      'nonsense',
      // Percent-encoding makes it longer than the database stores.
      `https://8.8.8.8/${'é'.repeat(1900)}`,
    ];
    for (const endpoint of refused) {
      const body = { ...subscription, endpoint };
      await expect(mia.client.call(subscribeToPush, { body })).rejects.toMatchObject({
        status: 400,
        fields: { endpoint: 'Notifications can’t be sent to this address.' },
      });
    }
    const point = createECDH('prime256v1').generateKeys();
    point[40] = (point[40] ?? 0) ^ 1;
    for (const keys of [
      { ...subscription.keys, p256dh: point.toString('base64url') },
      { ...subscription.keys, auth: 'AAAAAAAAAAAAAAAAAAAAAAA' },
    ]) {
      await expect(mia.client.call(subscribeToPush, { body: { ...subscription, keys } })).rejects.toMatchObject({
        status: 400,
      });
    }
    await mia.suspend();
    await expect(mia.client.call(subscribeToPush, { body: subscription })).rejects.toMatchObject({ status: 403 });
    expect(await devices(mia)).toHaveLength(0);
  });

  it('belongs to the person signed in on it until they sign out, with at most ten devices per person', async () => {
    const [mia, browser] = await listening();
    const sam = await someone();
    await sam.client.call(subscribeToPush, { body: browser.subscription });
    expect((await mia.client.call(getPush)).endpoint).toBeNull();
    await sam.client.call(endSession, { params: { id: sam.id } });
    expect(await devices(sam)).toHaveLength(0);
    await stage.sql`
      with s as (
        insert into sessions (token_hash, user_id, expires_at)
        select sha256(convert_to(n || ${mia.id}, 'UTF8')), ${mia.id}, now() + interval '1 day' from generate_series(1, 10) n
        returning id)
      insert into push_subscriptions (session_id, endpoint, p256dh, auth, created_at)
      select id, 'https://push.example/' || id, '\\x04'::bytea || decode(repeat('00', 64), 'hex'),
        decode(repeat('00', 16), 'hex'), now() - interval '1 hour' from s`;
    await mia.client.call(subscribeToPush, { body: browser.subscription });
    expect(await devices(mia)).toHaveLength(10);
    expect((await mia.client.call(getPush)).endpoint).toBe(browser.subscription.endpoint);
    const archive = await mia.client.raw('GET', exportPath);
    const file =
      unzip(Buffer.from(await archive.arrayBuffer()))
        .get('push-devices.json')
        ?.toString() ?? '';
    expect(file).toContain(browser.subscription.endpoint);
    expect(file).not.toContain(browser.subscription.keys.auth);
    await mia.client.call(deleteAccount, { body: {} });
    expect(await devices(mia)).toHaveLength(0);
  });
});

describe('a direct message', () => {
  it('is pushed once it stays unread, several messages as one push', async () => {
    const [[mia, browser], sam] = [await listening(), await someone()];
    await stage.sql`update users set display_name = 'Sam Stone' where id = ${sam.id}`;
    const long = `${'Shall we? '.repeat(8)}`.trim();
    const id = await talk(sam, mia, 'Hi Mia', long);
    await stage.app.settle();
    expect(browser.came).toHaveLength(0);
    await runDelayed('notify.direct');
    expect(browser.read()).toEqual([
      {
        title: 'Sam Stone · 2 new messages',
        body: `${long.slice(0, 50)}…`,
        href: `/messages/${id}`,
        tag: `direct:${id}`,
      },
    ]);
    expect(browser.came[0]?.headers).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
    await talk(sam, mia, 'Are you there?');
    await mia.client.call(readConversation, { params: { id } });
    await runDelayed('notify.direct');
    expect(browser.came).toHaveLength(1);
  });

  it('is not pushed from a blocked sender, nor to a person who turned pushes off', async () => {
    const [[mia, browser], sam] = [await listening(), await someone()];
    await talk(sam, mia, 'Hello');
    await mia.client.call(blockUser, { params: { id: sam.id } });
    await runDelayed('notify.direct');
    const eve = await someone();
    const { choices } = await mia.client.call(chooseNotifications, { body: { topic: 'chat', push: false } });
    expect(choices.find(({ topic }) => topic === 'chat')).toMatchObject({ inApp: true, mail: 'never', push: false });
    const id = await talk(eve, mia, 'Hello again');
    await runDelayed('notify.direct');
    expect(browser.came).toHaveLength(0);
    await mia.client.call(chooseNotifications, { body: { topic: 'chat', push: true } });
    // The text of an adult creator is shown in the app only.
    await stage.sql`update users set adult = true, display_name = 'Naughty' where id = ${eve.id}`;
    await talk(eve, mia, 'Something naughty');
    await runDelayed('notify.direct');
    expect(browser.read()).toEqual([expect.objectContaining({ body: 'Open it to read.', href: `/messages/${id}` })]);
    expect(JSON.stringify(browser.read())).not.toMatch(/naughty/i);
    await stage.sql`update users set adult = false where id = ${eve.id}`;
  });

  it('is retried while the push service is down, and deletes a subscription that no longer exists', async () => {
    const [[mia, browser], sam] = [await listening(), await someone()];
    service.answers(503);
    await talk(sam, mia, 'One');
    await runDelayed('notify.direct');
    expect(await devices(mia)).toHaveLength(1);
    service.answers(201);
    await runDelayed('notify.direct_device');
    expect(browser.came).toHaveLength(1);
    await expect(async () => {
      service.answers(500);
      await mia.client.call(testPush);
    }).rejects.toMatchObject({ status: 503 });
    for (const answer of [302, 403]) {
      service.answers(answer);
      await talk(sam, mia, 'Two');
      await runDelayed('notify.direct');
      expect(await devices(mia)).toHaveLength(1);
    }
    service.answers(410);
    await talk(sam, mia, 'Three');
    await runDelayed('notify.direct');
    expect(await devices(mia)).toHaveLength(0);
  });
});

describe('a retried push of a direct message', () => {
  it.each(['read', 'blocked'] as const)('is dropped once the message is %s', async (change) => {
    const [[mia, browser], sam] = [await listening(), await someone()];
    service.answers(503);
    const id = await talk(sam, mia, 'Forget this');
    await runDelayed('notify.direct');
    if (change === 'read') await mia.client.call(readConversation, { params: { id } });
    else await mia.client.call(blockUser, { params: { id: sam.id } });
    service.answers(201);
    for (const job of ['push.send', 'notify.direct_device']) await runDelayed(job);
    expect(browser.came).toEqual([]);
  });
});

describe('a retried push of a notice', () => {
  it.each(['the fan', 'the creator'])('is dropped once %s has blocked the other', async (blocker) => {
    const [[mia, browser], { creator }] = [await listening(), stage.people];
    const pool = await stage.newPool(50_00);
    await stage.pledge(mia, pool.id, 20_00);
    await stage.app.settle();
    const earlier = browser.came.length;
    const send = (text: string) =>
      creator.client.call(messageContributors, { params: { id: pool.id }, body: { text, requestKey: text } });
    service.answers(503);
    await send(`Forget this, ${blocker}`);
    await stage.app.settle();
    const [who, other] = blocker === 'the fan' ? [mia, creator] : [creator, mia];
    await who.client.call(blockUser, { params: { id: other.id } });
    service.answers(201);
    await runDelayed('push.send');
    expect(browser.came.slice(earlier)).toEqual([]);
    await who.client.call(unblockUser, { params: { id: other.id } });
    await send(`Read this, ${blocker}`);
    await stage.app.settle();
    expect(browser.came.slice(earlier)).toHaveLength(1);
  });
});

describe('money and deliveries', () => {
  it('push due payments and deliveries according to the settings, without adult content', async () => {
    const [[mia, miaBrowser], [sam, samBrowser]] = [await listening(), await listening()];
    await mia.client.call(chooseNotifications, { body: { topic: 'payments', push: true } });
    const pool = await stage.newPool(50_00);
    const { id: pledgeId } = await stage.pledge(mia, pool.id, 20_00, cards.insufficient);
    await stage.pledge(sam, pool.id, 30_00);
    await stage.accept(pool.id);
    await stage.app.settle();
    expect(miaBrowser.read()).toEqual([
      {
        title: 'Payment due for your pledge',
        body: expect.stringContaining('“A song about rain”'),
        href: `/payment/${pledgeId}`,
        tag: expect.stringContaining(pledgeId),
      },
    ]);
    await stage.sql`update pools set adult = true where id = ${pool.id}`;
    await stage.clock(pool.id, 'payment_due_at');
    await stage.people.creator.client.call(recordProduction, {
      params: { id: pool.id },
      body: { producedOn: '2026-01-01', showsNoOne: true },
    });
    await stage.deliver(pool.id);
    expect(samBrowser.read()).toEqual([
      expect.objectContaining({
        title: 'The creator delivered',
        body: expect.stringMatching(/^“Adult pool from .+” is ready for you\./),
        href: `/pool/${pool.id}`,
      }),
    ]);
    await stage.sql`update pools set adult = false where id = ${pool.id}`;
  });

  it('can be turned on only for topics that have pushes', async () => {
    const mia = await someone();
    const { choices } = await mia.client.call(getNotificationChoices);
    expect(choices.filter(({ pushed, push }) => pushed && push).map(({ topic }) => topic)).toEqual([
      'payments',
      'pools',
      'chat',
    ]);
    await expect(
      mia.client.call(chooseNotifications, { body: { topic: 'comments', push: true } }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(
      mia.client.call(chooseNotifications, { body: { topic: 'payments', mail: 'never', push: false } }),
    ).rejects.toMatchObject({ code: 'notice_required' });
    const off = await mia.client.call(chooseNotifications, { body: { topic: 'payments', push: false } });
    expect(off.choices[0]).toMatchObject({ topic: 'payments', inApp: true, mail: 'at_once', push: false, fixed: true });
  });
});
