import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { verbatim } from '#contract/language/text.ts';
import { chooseNotifications, listNotifications, type MailTiming } from '#contract/notifications.ts';
import { subscribeToPush, testPush } from '#contract/push.ts';
import { runWaiting, startTestApp, type TestApp } from '#testing/app.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { openPushService, type PushService } from '#testing/servers/push-service.ts';
import { type FollowerBatch, notifyFollowers } from './news/notify-followers.ts';
import { notifyAccountChange } from './notify-account-change.ts';
import { digestJob } from './send-digests.ts';

let app: TestApp;
let service: PushService;
beforeAll(async () => {
  service = await openPushService();
  app = await startTestApp({ env: { LOCALES: 'en,en-XA', PUSH_ALLOW: service.host } });
});
afterAll(async () => {
  closeChatClients();
  service.close();
  await app.close();
});

/** A text in the second language of this site. */
const pseudo = expect.stringMatching(/^\[.*\]/s);

interface Reader extends Person {
  email: string;
  username: string;
}

/** `locale`: as the account stores it. */
async function reader(locale: string): Promise<Reader> {
  const who = await insertPerson(app);
  const [row] = await app.context.db.sql<{ email: string; username: string }[]>`
    update users set locale = ${locale}, email_verified_at = now() where id = ${who.id} returning email, username`;
  if (!row) throw new Error('no person was inserted');
  // The session has the person's id, so that devices can subscribe.
  await app.context.db.sql`
    insert into sessions (id, token_hash, user_id, expires_at)
    values (${who.id}, ${randomBytes(32)}, ${who.id}, now() + interval '1 day')`;
  return { ...who, ...row };
}
const both = () => Promise.all([reader('en'), reader('en-XA')]);

const noticesOf = async ({ client }: Person) =>
  (await client.call(listNotifications)).notifications.map(({ title, body }) => ({ title, body }));
const mailsOf = async ({ email }: Reader) =>
  (await readOutbox(app, email)).map(({ subject, text }) => ({ subject, text }));
const wants = ({ client }: Person, topic: 'chat' | 'following', mail: MailTiming) =>
  client.call(chooseNotifications, { body: { topic, mail } });

/** The followers of a new profile hear that it takes requests. */
async function openProfile(name: string, followers: Person[]): Promise<void> {
  const { sql } = app.context.db;
  const owner = await insertPerson(app, 'creator');
  const username = `creator_${randomUUID().slice(0, 8)}`;
  const [profile] = await sql<{ id: string }[]>`
    insert into creator_profiles (username, full_name, display_name, status, owner_id) values (${username}, ${name}, ${name}, 'verified', ${owner.id})
    returning id`;
  const profileId = profile?.id ?? '';
  for (const { id } of followers)
    await sql`insert into creator_follows (user_id, profile_id) values (${id}, ${profileId})`;
  const batch: FollowerBatch = { profileId, kind: 'creator_open', poolId: null, day: '2026-11-30', afterId: null };
  await notifyFollowers(app.context, () => ({ kind: 'notify.followers', queue: 'crowd' }), batch);
  await app.settle();
}

describe('one event', () => {
  it('reaches each follower in their language: in the app, by email at once and in a digest', async () => {
    const [english, other] = await both();
    const [early, late] = await both();
    const former = await reader('de');
    for (const who of [english, other, former]) await wants(who, 'following', 'at_once');
    for (const who of [early, late]) await wants(who, 'following', 'daily');
    await openProfile('Maya [x]', [english, other, early, late, former]);
    const inEnglish = {
      title: 'Maya [x] takes requests now',
      body: 'Start a pool for what you’d love Maya [x] to make.',
    };
    for (const who of [english, early, former]) expect(await noticesOf(who)).toEqual([inEnglish]);
    for (const who of [other, late])
      expect(await noticesOf(who)).toEqual([{ title: pseudo, body: expect.stringMatching(/^\[.*Maya \[x\].*\]$/) }]);
    for (const who of [english, former])
      expect((await mailsOf(who)).map(({ subject }) => subject)).toEqual(['Maya [x] takes requests now · Fanfare']);
    const [mail, ...more] = await mailsOf(other);
    expect(more).toEqual([]);
    expect(mail?.subject).toEqual(pseudo);
    // The reason in the footer, and its links.
    expect(mail?.text).not.toMatch(/You’re|Unsubscribe|Open their page|Test mode/);

    await app.context.db.sql`update mail_digests set due_at = clock_timestamp() - interval '1 minute'`;
    await app.context.db.tx((tx) => app.context.jobs.enqueue(tx, digestJob, undefined));
    expect(await mailsOf(early)).toEqual([
      {
        subject: 'Your daily digest: 1 unread notification · Fanfare',
        text: expect.stringContaining(`* ${inEnglish.title}\n  ${inEnglish.body}`),
      },
    ]);
    const [digest] = await mailsOf(late);
    expect(digest?.subject).toEqual(pseudo);
    expect(digest?.text).toMatch(/\n\* \[.*Maya \[x\]/);
    expect(digest?.text).not.toMatch(/digest|Unsubscribe|Notification settings/);
  });

  it('reaches people that a chat message mentions in their language, also after an edit', async () => {
    const sam = await reader('en-XA');
    const [english, other] = await both();
    for (const who of [english, other]) await wants(who, 'chat', 'at_once');
    const names = `@${english.username} and @${other.username}`;
    const message = await (await chatClient(app, sam)).say('Music', `A secret for ${names}`);
    await runWaiting(app, 'notify.message');
    expect(await noticesOf(english)).toEqual([
      { title: `${sam.username} mentioned you`, body: `In the Music chat. “A secret for ${names}”` },
    ]);
    expect(await noticesOf(other)).toEqual([{ title: pseudo, body: pseudo }]);
    await sam.client.call(editMessage, { params: { id: message.id }, body: { content: `Hello ${names}` } });
    expect((await noticesOf(english))[0]?.body).toBe(`In the Music chat. “Hello ${names}”`);
    const [{ body = '' } = {}] = await noticesOf(other);
    expect(body).toEqual(pseudo);
    expect(body).toContain(`Hello ${names}`);
    expect(body).not.toContain('In the Music chat');
    await runWaiting(app, 'notify.away');
    expect((await mailsOf(english))[0]?.text).toContain('Open the chat');
    expect((await mailsOf(other))[0]?.text).not.toContain('Open the chat');
  });
});

describe('a push', () => {
  it('is in the language of its recipient', async () => {
    const sam = await reader('en');
    const readers = await both();
    const pushes = [];
    for (const who of readers) {
      const browser = service.browser();
      await who.client.call(subscribeToPush, { body: browser.subscription });
      await who.client.call(testPush);
      const { id } = await sam.client.call(openDirectConversation, { body: { otherUserId: who.id } });
      await (await chatClient(app, sam)).sendDirect(id, 'Hello [you]');
      await runWaiting(app, 'notify.direct');
      pushes.push(browser.read().map(({ title, body }) => ({ title, body })));
    }
    expect(pushes).toEqual([
      [
        { title: 'Notifications are on', body: 'This device now gets notifications from Fanfare.' },
        { title: `New message from ${sam.username}`, body: 'Hello [you]' },
      ],
      [
        { title: pseudo, body: pseudo },
        { title: pseudo, body: 'Hello [you]' },
      ],
    ]);
  });
});

it('an email to a former address is in the language of its person', async () => {
  const who = await reader('en-XA');
  const former = verbatim(`former-${who.id}@example.org`);
  await app.context.db.sql`insert into former_emails (user_id, email) values (${who.id}, ${former})`;
  const heldUntil = '2026-12-10T12:00:00.000Z';
  await notifyAccountChange(app.context, { userId: who.id, processor: 'sandbox', what: 'bank', heldUntil });
  for (const email of [who.email, former])
    expect((await mailsOf({ ...who, email })).map(({ subject }) => subject)).toEqual([pseudo]);
});
