import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { verbatim } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import {
  chooseNotifications,
  chooseTimeZone,
  getNotificationChoices,
  getUnsubscribeLink,
  type MailTiming,
  readNotifications,
  undoUnsubscribe,
  unsubscribe,
} from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import { runWaiting, startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import type { Notice } from './notice.ts';
import { notify } from './notify.ts';
import { digestJob, sendDueDigests } from './send-digests.ts';

/** Digests through a real SMTP server. Time passes by moving what is due into the past. */
let smtp: SMTPServer;
let app: TestApp;
let received: { to: string; mail: Email }[] = [];

async function listen(): Promise<number> {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({ to: session.envelope.rcptTo[0]?.address ?? '', mail });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return (smtp.server.address() as AddressInfo).port;
}

let env: Record<string, string>;
beforeAll(async () => {
  env = { SMTP_URL: `smtp://127.0.0.1:${await listen()}` };
  app = await startTestApp({ env });
});
afterAll(async () => {
  closeChatClients();
  await app.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  await app.settle();
  received = [];
});

interface Reader extends Person {
  email: string;
  locale: string;
}
async function reader(): Promise<Reader> {
  const who = await insertPerson(app);
  const [row] = await app.context.db.sql<{ email: string }[]>`select email from users where id = ${who.id}`;
  return { ...who, email: row?.email ?? '', locale: 'en' };
}

const choose = (who: Person, topic: NotificationTopic, mail: MailTiming) =>
  who.client.call(chooseNotifications, { body: { topic, mail } });

let count = 0;
async function addNotice(who: Reader, notice: Partial<Notice> = {}): Promise<void> {
  count += 1;
  const words: Notice = {
    kind: 'accepted',
    title: verbatim(`Notice ${count}`),
    body: verbatim('The creator accepted.'),
    href: '/home',
    action: verbatim('Open'),
  };
  await app.context.db.tx(async (tx) => {
    await notify(app.context, tx, who, () => ({ ...words, ...notice }), randomUUID());
  });
}

const enqueue = (node: TestApp) => node.context.db.tx((tx) => node.context.jobs.enqueue(tx, digestJob, undefined));

/** Lets the time of every digest come, and runs the job on these nodes at once. */
async function whenDue(...nodes: TestApp[]): Promise<void> {
  await app.context.db.sql`update mail_digests set due_at = clock_timestamp() - interval '1 minute'`;
  for (const node of nodes) await enqueue(node);
  await Promise.all(nodes.map((node) => node.settle()));
}
const mailsTo = (who: Reader) => received.filter(({ to }) => to === who.email).map(({ mail }) => mail);
const headerOf = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';

describe('a digest', () => {
  it('mails the unread notices of its topics together, newest first, and never again', async () => {
    const ada = await reader();
    await choose(ada, 'pools', 'daily');
    await choose(ada, 'creator', 'weekly');
    await addNotice(ada, { title: verbatim('First') });
    await addNotice(ada, { title: verbatim('Second'), href: '/pool/2' });
    await addNotice(ada, { title: verbatim('For the week'), kind: 'completed' });
    await addNotice(ada, { title: verbatim('Money'), kind: 'refunded' });
    await app.settle();
    expect(mailsTo(ada).map(({ subject }) => subject)).toEqual(['Money · Fanfare']);

    received = [];
    await whenDue(app);
    const subjects = mailsTo(ada).map(({ subject }) => subject ?? '');
    expect(subjects.toSorted()).toEqual([
      'Your daily digest: 2 unread notifications · Fanfare',
      'Your weekly digest: 1 unread notification · Fanfare',
    ]);
    const daily = mailsTo(ada).find(({ subject }) => subject?.includes('daily'));
    expect(daily?.text).toMatch(/\* Second\n.*\n {2}http:\S+\/pool\/2\n[\s\S]*\* First/);
    expect(daily?.html).toContain('/pool/2');
    received = [];
    await whenDue(app);
    expect(received).toEqual([]);
  });

  it('is sent once by two nodes that run at the same moment', async () => {
    const node = await startTestApp({ env, beside: app });
    const people = await Promise.all(Array.from({ length: 8 }, () => reader()));
    for (const who of people) {
      await choose(who, 'pools', 'daily');
      await addNotice(who);
    }
    await whenDue(app, node);
    expect(people.map((who) => mailsTo(who).length)).toEqual(people.map(() => 1));
    await node.close();
  });

  it('is complete after a transaction that fails at its commit', async () => {
    const ada = await reader();
    await choose(ada, 'pools', 'daily');
    await addNotice(ada);
    const { sql } = app.context.db;
    await sql`update mail_digests set due_at = clock_timestamp() - interval '1 minute'`;
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception $$killed$$; end'`;
    await sql`create constraint trigger fails after update on notifications deferrable initially deferred
      for each row execute function fail()`;
    await expect(sendDueDigests(app.context)).rejects.toThrow('killed');
    await sql`drop function fail() cascade`;
    await app.settle();
    expect(mailsTo(ada)).toEqual([]);
    await whenDue(app);
    expect(mailsTo(ada)).toHaveLength(1);
  });

  it('is not sent if everything was read, and contains topics that are off in the app', async () => {
    const [ada, ben] = [await reader(), await reader()];
    for (const who of [ada, ben]) await choose(who, 'pools', 'daily');
    await addNotice(ada);
    await ada.client.call(readNotifications, { body: {} });
    await ben.client.call(chooseNotifications, { body: { topic: 'pools', inApp: false } });
    await addNotice(ben);
    await whenDue(app);
    expect([mailsTo(ada).length, mailsTo(ben).length]).toEqual([0, 1]);
    expect(await app.context.db.sql`select 1 from mail_digests`).toEqual([]);
  });

  it('follows a changed choice: to the other digest, or to no email', async () => {
    const [ada, ben] = [await reader(), await reader()];
    for (const who of [ada, ben]) {
      await choose(who, 'pools', 'daily');
      await addNotice(who);
    }
    await choose(ada, 'pools', 'weekly');
    await choose(ben, 'pools', 'never');
    await whenDue(app);
    expect(mailsTo(ada).map(({ subject }) => subject)).toEqual(['Your weekly digest: 1 unread notification · Fanfare']);
    expect(mailsTo(ben)).toEqual([]);
  });

  it('collects comments, which are never mailed one by one, and lists at most 20 notices', async () => {
    const ada = await reader();
    await expect(choose(ada, 'comments', 'at_once')).rejects.toMatchObject({ status: 400 });
    await choose(ada, 'comments', 'weekly');
    for (let n = 0; n < 22; n += 1) await addNotice(ada, { kind: 'pool_commented', quiet: true });
    await whenDue(app);
    const [mail] = mailsTo(ada);
    expect(mail?.subject).toBe('Your weekly digest: 22 unread notifications · Fanfare');
    expect(mail?.text?.match(/^\* /gm)).toHaveLength(20);
    expect(mail?.text).toContain('See 2 more');
  });

  it('leaves out the words of people that a block keeps apart since, in either direction', async () => {
    const [ada, ben, eve, max] = [await reader(), await reader(), await reader(), await reader()];
    await choose(ada, 'chat', 'daily');
    await choose(ada, 'comments', 'daily');
    const pool = await makePool(ada);
    const [named] = await app.context.db.sql<{ username: string }[]>`select username from users where id = ${ada.id}`;
    for (const [who, words] of [
      [ben, 'A friendly word'],
      [eve, 'A hateful word'],
      [max, 'A hateful answer'],
    ] as const) {
      await who.client.call(addComment, { params: { id: pool.id }, body: { content: words } });
      await (await chatClient(app, who)).say('Music', `@${named?.username} ${words}`);
    }
    await runWaiting(app, 'notify.message');
    await ada.client.call(blockUser, { params: { id: eve.id } });
    await max.client.call(blockUser, { params: { id: ada.id } });
    await whenDue(app);
    const [mail] = mailsTo(ada);
    expect(mail?.subject).toBe('Your daily digest: 2 unread notifications · Fanfare');
    expect(mail?.text?.match(/A friendly word/g)).toHaveLength(2);
    expect(mail?.text).not.toContain('hateful');
  });

  it('leaves with the account', async () => {
    const ada = await reader();
    await choose(ada, 'pools', 'daily');
    await ada.client.call(chooseTimeZone, { body: { timeZone: 'Europe/Berlin' } });
    await addNotice(ada);
    await app.context.db.tx((tx) => app.context.facts.publish(tx, 'user.left', { userId: ada.id }));
    expect(await app.context.db.sql`select 1 from mail_digests where user_id = ${ada.id}`).toEqual([]);
    expect(await app.context.db.sql`select 1 from notification_zones where user_id = ${ada.id}`).toEqual([]);
  });
});

describe('the time of a digest', () => {
  it.each([
    ['2026-11-22T07:59:00Z', 'UTC', 'daily', '2026-11-22T08:00:00Z'],
    ['2026-11-22T08:00:00Z', 'UTC', 'daily', '2026-11-23T08:00:00Z'],
    // A Sunday: the next Monday. A Monday after 8 a.m.: a week later.
    ['2026-11-22T12:00:00Z', 'UTC', 'weekly', '2026-11-23T08:00:00Z'],
    ['2026-11-23T08:00:00Z', 'UTC', 'weekly', '2026-11-30T08:00:00Z'],
    ['2026-11-22T12:00:00Z', 'Asia/Kolkata', 'daily', '2026-11-23T02:30:00Z'],
    // Summer time ends on 2026-11-01 in New York.
    ['2026-10-31T12:30:00Z', 'America/New_York', 'daily', '2026-11-01T13:00:00Z'],
    ['2026-03-07T13:30:00Z', 'America/New_York', 'daily', '2026-03-08T12:00:00Z'],
  ])('after %s in %s (%s) is %s', async (moment, zone, cadence, due) => {
    const [row] = await app.context.db.sql<{ due: Date }[]>`
      select digest_due_at(${moment}::timestamptz, ${zone}, ${cadence}) as due`;
    expect(row?.due.toISOString()).toBe(new Date(due).toISOString());
  });

  it('is 8 a.m. in UTC until the person chooses a zone, which moves waiting digests', async () => {
    const ada = await reader();
    await choose(ada, 'pools', 'daily');
    expect(await ada.client.call(getNotificationChoices)).toMatchObject({ timeZone: null });
    await addNotice(ada);
    const localTime = async (zone: string) => {
      const [row] = await app.context.db.sql<{ time: string }[]>`
        select (due_at at time zone ${zone})::time::text as time from mail_digests where user_id = ${ada.id}`;
      return row?.time;
    };
    expect(await localTime('UTC')).toBe('08:00:00');
    const choice = await ada.client.call(chooseTimeZone, { body: { timeZone: 'Australia/Adelaide' } });
    expect(choice.timeZone).toBe('Australia/Adelaide');
    expect(await localTime('Australia/Adelaide')).toBe('08:00:00');
    for (const timeZone of ['Mars/Base', 'EST', "UTC'; drop table users"]) {
      await expect(ada.client.call(chooseTimeZone, { body: { timeZone } })).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('one-click unsubscribe', () => {
  const press = (url: string, init: RequestInit = {}) =>
    app.client().raw('POST', url, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      ...init,
    });
  const linkIn = (mail: Email | undefined) => /^<(.+)>$/.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? '';
  const choiceOf = async (who: Person, topic: NotificationTopic) =>
    (await who.client.call(getNotificationChoices)).choices.find((choice) => choice.topic === topic)?.mail;

  it('stops the topic of an email without a session, from any site, as often as it is pressed', async () => {
    const ada = await reader();
    await addNotice(ada);
    await app.settle();
    const [mail] = mailsTo(ada);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = linkIn(mail);
    expect(mail?.text).toContain(`Unsubscribe: ${link}`);
    for (let times = 0; times < 2; times += 1) {
      const answer = await press(link);
      expect([answer.status, await answer.text()]).toEqual([200, 'You are unsubscribed.\n']);
    }
    const body = new FormData();
    body.append('List-Unsubscribe', 'One-Click');
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
    expect([await choiceOf(ada, 'pools'), await choiceOf(ada, 'creator')]).toEqual(['never', 'at_once']);
    received = [];
    await addNotice(ada);
    await app.settle();
    expect(mailsTo(ada)).toEqual([]);
  });

  it('stops every topic of a digest, shows the affected topics, and can be undone', async () => {
    const ada = await reader();
    await choose(ada, 'pools', 'daily');
    await choose(ada, 'comments', 'daily');
    await choose(ada, 'creator', 'weekly');
    await addNotice(ada);
    await whenDue(app);
    const token = new URL(linkIn(mailsTo(ada)[0])).searchParams.get('token') ?? '';
    const visitor = app.client();
    const before = {
      scope: 'daily',
      choices: [
        { topic: 'pools', mail: 'daily' },
        { topic: 'comments', mail: 'daily' },
      ],
      locale: 'en',
    };
    expect(await visitor.call(getUnsubscribeLink, { query: { token } })).toEqual(before);
    expect(await choiceOf(ada, 'pools')).toBe('daily');
    const { choices } = await visitor.call(unsubscribe, { body: { token } });
    expect([await choiceOf(ada, 'pools'), await choiceOf(ada, 'comments'), await choiceOf(ada, 'creator')]).toEqual([
      'never',
      'never',
      'weekly',
    ]);
    expect(await visitor.call(undoUnsubscribe, { body: { token, choices } })).toEqual(before);
    expect(await choiceOf(ada, 'pools')).toBe('daily');
    // The link cannot change anything else.
    const others = [
      { topic: 'pools' as const, mail: 'at_once' as const },
      { topic: 'creator' as const, mail: 'never' as const },
      { topic: 'payments' as const, mail: 'never' as const },
    ];
    await visitor.call(undoUnsubscribe, { body: { token, choices: others } });
    expect([await choiceOf(ada, 'pools'), await choiceOf(ada, 'creator')]).toEqual(['daily', 'weekly']);
  });

  it('is missing in mail about money, which always arrives', async () => {
    const ada = await reader();
    await addNotice(ada, { kind: 'refunded' });
    await app.settle();
    const [mail] = mailsTo(ada);
    expect(mail?.subject).toContain('Notice');
    expect([headerOf(mail, 'list-unsubscribe'), mail?.text?.includes('Unsubscribe')]).toEqual(['', false]);
  });

  it('refuses links that this installation did not sign, and links of deleted accounts', async () => {
    const [ada, ben] = [await reader(), await reader()];
    await addNotice(ada);
    await app.settle();
    const link = linkIn(mailsTo(ada)[0]);
    const token = new URL(link).searchParams.get('token') ?? '';
    const forged = [token.replace(ada.id, ben.id), token.replace('.pools.', '.creator.'), `${token}x`, '', 'a.b.c'];
    for (const each of forged) {
      expect((await press(`/unsubscribe?token=${encodeURIComponent(each)}`)).status).toBe(400);
    }
    expect((await press('/unsubscribe?token[]=a')).status).toBe(400);
    expect(await choiceOf(ben, 'pools')).toBe('at_once');
    await app.context.db.sql`update users set deleted_at = clock_timestamp() where id = ${ada.id}`;
    expect((await press(link)).status).toBe(400);
    await app.context.db.sql`update users set deleted_at = null where id = ${ada.id}`;
  });
});
