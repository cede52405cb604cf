import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getWordFilter, setWordFilter } from '#contract/admin/chat-moderation.ts';
import { actOnPool, decideReport, listReports } from '#contract/admin/moderation.ts';
import {
  deleteMessage,
  listConversationMessages,
  listConversations,
  listPoolMessages,
  type Message,
  openDirectConversation,
  openPoolConversation,
} from '#contract/chat/chat.ts';
import { editMessage } from '#contract/chat/chat-edits.ts';
import { uploadImage } from '#contract/media.ts';
import { makeReport } from '#contract/reports.ts';
import { deleteAccount } from '#contract/settings.ts';
import { chatData } from '#server/chat/personal-data.sql.ts';
import { imageFileKeys, imageKeyOf, imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import { nodesEnv as env, startTestApp, type TestApp } from '#testing/app.ts';
import { eventually, makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import type { TestClient } from '#testing/client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { takeImagesOfMessages } from './message-images.sql.ts';

/** Two nodes on one database. */
let app: TestApp;
let two: TestApp;
let admin: Person;
let mia: Person;
let sam: Person;
let eve: Person;
let miaWindow: ChatClient;
let samWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp({ env });
  two = await startTestApp({ env, beside: app });
  await insertPerson(two);
  admin = await insertPerson(app, 'admin');
  [mia, sam, eve] = [await insertPerson(app), await insertPerson(app), await insertPerson(app)];
  [miaWindow, samWindow] = [await chatClient(app, mia), await chatClient(two, sam)];
});

afterAll(async () => {
  closeChatClients();
  await two.close();
  await app.close();
});

async function upload({ client }: Person, width = 640, height = 480): Promise<{ id: string; url: string }> {
  const data = await sharp({ create: { width, height, channels: 3, background: '#0a7d6b' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)], { type: 'image/png' }), 'beach.png');
  return client.form(uploadImage, form);
}

const direct = async (from: Person, to: Person) =>
  (await from.client.call(openDirectConversation, { body: { otherUserId: to.id } })).id;

async function statusFor(who: { client: TestClient } | null, url: string): Promise<number> {
  const response = await (who?.client ?? app.client()).raw('GET', url);
  await response.arrayBuffer();
  return response.status;
}

/** Whether the picture's files are deleted. */
async function isGone(url: string): Promise<boolean> {
  const key = imageKeyOf(url) ?? '';
  const stored = await Promise.all(imageFileKeys(key).map((file) => app.context.files.stat(file)));
  return stored.every((file) => file === null);
}

const becomesGone = (url: string) =>
  eventually(
    () => isGone(url),
    (gone) => gone,
  );

const reportOf = async ({ id }: Message, status: 'open' | 'upheld' | 'dismissed' = 'open') =>
  (await admin.client.call(listReports, { query: { status } })).items.find(({ reported }) => reported?.id === id);

describe('a message with pictures', () => {
  it('reaches the other person on another node, and needs no text', async () => {
    const id = await direct(mia, sam);
    await samWindow.joinConversation(id);
    const [wide, tall] = [await upload(mia, 640, 480), await upload(mia, 90, 300)];
    const sent = await miaWindow.sendDirect(id, '', { imageIds: [wide.id, tall.id], nonce: 'pictures' });
    expect(sent).toMatchObject({
      content: 'Picture',
      images: [
        { url: wide.url, width: 640, height: 480 },
        { url: tall.url, width: 90, height: 300 },
      ],
    });
    expect(await samWindow.waitForEvent('message_received', (message) => message.id === sent.id)).toEqual(sent);
    // A repeated send after a lost answer.
    expect(await miaWindow.sendDirect(id, '', { imageIds: [wide.id, tall.id], nonce: 'pictures' })).toEqual(sent);
    const { messages } = await sam.client.call(listConversationMessages, { params: { id } });
    expect(messages).toEqual([sent]);
    expect((await sam.client.call(listConversations))[0]).toMatchObject({ lastMessage: { content: 'Picture' } });

    const body = { content: 'Our beach' };
    const edited = await mia.client.call(editMessage, { params: { id: sent.id }, body });
    expect(edited).toMatchObject({ content: 'Our beach', images: sent.images });
    expect(await samWindow.waitForEvent('message_changed', (message) => message.id === sent.id)).toEqual(edited);
  });

  it('refuses pictures of others, too many, and files that are no pictures, and stores nothing', async () => {
    const id = await direct(mia, sam);
    const foreign = await upload(eve);
    const own = await upload(mia);
    const refused = await miaWindow.sendDirect(id, 'Look', { imageIds: [own.id, foreign.id] });
    expect(refused.error).toMatchObject({
      code: 'validation_failed',
      message: 'One of the pictures is not yours or is gone',
    });
    const five = await miaWindow.sendDirect(id, 'Look', { imageIds: Array.from({ length: 5 }, () => own.id) });
    expect(five.error).toMatchObject({ code: 'validation_failed', message: 'At most 4 pictures' });
    const empty = await miaWindow.sendDirect(id, ' ', { imageIds: [] });
    expect(empty.error).toMatchObject({ code: 'validation_failed', message: 'Message is required' });
    const text = new FormData();
    text.append('file', new Blob(['GIF89a']), 'a.gif');
    await expect(mia.client.form(uploadImage, text)).rejects.toMatchObject({ code: 'image_type' });
    const huge = new FormData();
    huge.append('file', new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]), 'a.png');
    await expect(mia.client.form(uploadImage, huge)).rejects.toMatchObject({ code: 'image_too_large' });
    const stored = await app.context.db.sql`
      select from messages m where m.content = 'Look' or exists (
        select from message_images x where x.message_id = m.id and x.image_id in (${own.id}, ${foreign.id}))`;
    expect(stored).toHaveLength(0);
    // The refusal concerns only its own message.
    const [good, bad] = await Promise.all([
      miaWindow.sendDirect(id, 'Mine', { imageIds: [own.id] }),
      miaWindow.sendDirect(id, 'Not mine', { imageIds: [foreign.id] }),
    ]);
    expect([good.images?.length, bad.error?.code]).toEqual([1, 'validation_failed']);
    // It comes before the store, which would wait for this lock, and undo the batch.
    await app.context.db.tx(async (tx) => {
      await tx`select from users where id = ${mia.id} for update`;
      const early = await miaWindow.sendDirect(id, 'Not mine', { imageIds: [foreign.id] });
      expect(early.error?.code).toBe('validation_failed');
    });
  });
});

describe('the picture of a direct message', () => {
  it('is served to its two people only, and to admins while a report about it is open', async () => {
    const id = await direct(mia, sam);
    const { id: imageId, url } = await upload(mia);
    const sent = await miaWindow.sendDirect(id, 'Between us', { imageIds: [imageId] });
    const statuses = () => Promise.all([mia, sam, eve, admin, null].map((who) => statusFor(who, url)));
    expect(await statuses()).toEqual([200, 200, 404, 404, 404]);
    expect((await sam.client.raw('HEAD', url)).headers.get('cache-control')).toBe('private, no-cache');

    await sam.client.call(makeReport, { body: { kind: 'message', id: sent.id, reason: 'Not nice' } });
    expect(await statuses()).toEqual([200, 200, 404, 200, 404]);
    // The sender cannot destroy the evidence.
    await mia.client.call(deleteMessage, { params: { id: sent.id } });
    const report = await reportOf(sent);
    expect(report?.reported).toMatchObject({ gone: true, images: [{ url, width: 640, height: 480 }] });
    expect((await statuses()).slice(1)).toEqual([404, 404, 200, 404]);
    const body = { status: 'dismissed', reason: 'Looked at it' } as const;
    await admin.client.call(decideReport, { params: { id: report?.id ?? '' }, body });
    await becomesGone(url);
    expect((await reportOf(sent, 'dismissed'))?.reported?.images).toEqual([]);
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
  });

  it('is deleted if the report is dismissed while its sender deletes the message', async () => {
    const id = await direct(mia, sam);
    const { id: imageId, url } = await upload(mia);
    const sent = await miaWindow.sendDirect(id, 'Both at once', { imageIds: [imageId] });
    const report = await sam.client.call(makeReport, { body: { kind: 'message', id: sent.id, reason: 'Not nice' } });
    let dismissing: Promise<unknown> | undefined;
    await app.context.db.tx(async (tx) => {
      // As the deletion of the message does.
      for (const key of await takeImagesOfMessages(tx, [sent.id])) await removeImage(app.context, tx, imageUrl(key));
      const body = { status: 'dismissed', reason: 'Looked at it' } as const;
      dismissing = admin.client.call(decideReport, { params: { id: report.id }, body });
      await lockWaits(tx, 1, 'images');
    });
    await dismissing;
    await becomesGone(url);
    expect(await statusFor(admin, url)).toBe(404);
  });

  it('is kept if a report keeps it while its sender deletes the message', async () => {
    const id = await direct(mia, sam);
    const { id: imageId, url } = await upload(mia);
    const sent = await miaWindow.sendDirect(id, 'Both at once again', { imageIds: [imageId] });
    const other = await miaWindow.sendDirect(id, 'No picture');
    const report = await sam.client.call(makeReport, { body: { kind: 'message', id: other.id, reason: 'Not nice' } });
    let deleting: Promise<unknown> | undefined;
    await app.context.db.tx(async (tx) => {
      // As a report about the message does.
      await tx`
        with kept as (select id from images where id = ${imageId} for key share)
        insert into report_images (report_id, image_id, position) select ${report.id}, id, 0 from kept`;
      deleting = mia.client.call(deleteMessage, { params: { id: sent.id } });
      await lockWaits(tx, 1, 'images');
    });
    await deleting;
    expect(await Promise.all([admin, sam].map((who) => statusFor(who, url)))).toEqual([200, 404]);
  });
});

describe('the picture in a pool’s chat', () => {
  it('is public like the chat, and goes with its message or the pool', async () => {
    const pool = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    const [first, second] = [await upload(sam), await upload(sam)];
    const sent = await samWindow.say(conversationId, 'For everyone', { imageIds: [first.id] });
    await samWindow.say(conversationId, '', { imageIds: [second.id] });
    expect(await statusFor(null, first.url)).toBe(200);
    const { messages } = await app.client().call(listPoolMessages, { params: { id: pool.id } });
    expect(messages.map(({ images }) => images?.[0]?.url)).toEqual([first.url, second.url]);

    await admin.client.call(deleteMessage, { params: { id: sent.id }, body: { reason: 'Off topic' } });
    await becomesGone(first.url);
    expect(await statusFor(sam, first.url)).toBe(404);

    const removal = { action: 'remove', reason: 'Against the rules' } as const;
    await admin.client.call(actOnPool, { params: { id: pool.id }, body: removal });
    expect(await Promise.all([null, eve, mia, admin].map((who) => statusFor(who, second.url)))).toEqual([
      404, 404, 200, 200,
    ]);
  });

  it('can lose its text even if the word filter blocks the text that stands for it', async () => {
    const pool = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    const sent = await samWindow.say(conversationId, 'Our beach', { imageIds: [(await upload(sam)).id] });
    const plain = await samWindow.say(conversationId, 'No beach');
    const block = async (blockedWords: string[]) => {
      const { version } = await admin.client.call(getWordFilter);
      await admin.client.call(setWordFilter, { body: { blockedWords, reason: 'Only a test', version } });
    };
    await block(['picture']);
    const edit = ({ id }: Message) => sam.client.call(editMessage, { params: { id }, body: { content: 'Picture' } });
    expect(await edit(sent)).toMatchObject({ content: 'Picture', images: sent.images });
    await expect(edit(plain)).rejects.toMatchObject({ code: 'message_filtered' });
    await block([]);
  });

  it('is behind the age gate in an adult pool', async () => {
    const pool = await makePool(mia);
    const { conversationId } = await sam.client.call(openPoolConversation, { body: { poolId: pool.id } });
    const { id, url } = await upload(sam);
    await samWindow.say(conversationId, 'Warm', { imageIds: [id] });
    expect(await statusFor(eve, url)).toBe(200);
    await app.context.db.sql`update pools set adult = true where id = ${pool.id}`;
    expect(await Promise.all([null, eve, sam].map((who) => statusFor(who, url)))).toEqual([403, 403, 200]);
    const grown = app.client();
    grown.cookies.set('age_verified', '1');
    expect(await statusFor({ client: grown }, url)).toBe(200);
    // The cookie is from before the server stopped offering adult content.
    const without = await startTestApp({ env: { ...env, ADULT_CONTENT: 'off' }, beside: app });
    const early = without.client();
    early.cookies.set('age_verified', '1');
    expect(await statusFor({ client: early }, url)).toBe(403);
    await without.close();
  });
});

it('is in the export of its sender, and disappears with their account', async () => {
  const ada = await insertPerson(app);
  const adaWindow = await chatClient(app, ada);
  const id = await direct(ada, mia);
  const [alone, answered] = [await upload(ada), await upload(ada)];
  await adaWindow.sendDirect(id, '', { imageIds: [alone.id] });
  const kept = await adaWindow.sendDirect(id, '', { imageIds: [answered.id] });
  await miaWindow.sendDirect(id, 'Lovely', { parentMessageId: kept.id });
  await mia.client.call(makeReport, { body: { kind: 'message', id: kept.id, reason: 'Rude' } });
  const exported = chatData.find(({ name }) => name === 'messages');
  expect(await exported?.rows(app.context.db.sql, ada.id)).toMatchObject([
    { content: 'Picture', pictures: [alone.url] },
    { content: 'Picture', pictures: [answered.url] },
  ]);
  // A person without a password needs a fresh session.
  await app.context.db.sql`
    insert into sessions (id, token_hash, user_id, expires_at)
    values (${ada.id}, ${randomBytes(32)}, ${ada.id}, now() + interval '1 day')`;
  await ada.client.call(deleteAccount, { body: {} });
  await Promise.all([becomesGone(alone.url), becomesGone(answered.url)]);
  const changed = await miaWindow.waitForEvent('message_changed', (message) => message.id === kept.id);
  expect([changed.content, changed.images]).toEqual(['Message deleted', undefined]);
});
