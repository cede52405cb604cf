import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getRoomSettings,
  getWordFilter,
  listRooms,
  muteInRoom,
  setSlowMode,
  setWordFilter,
  unmuteInRoom,
} from '#contract/admin/chat-moderation.ts';
import { decideReport, listReports } from '#contract/admin/moderation.ts';
import { deleteMessage, listCategoryMessages, openDirectConversation } from '#contract/chat/chat.ts';
import { toggleReaction } from '#contract/chat/reactions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { makeReport } from '#contract/reports.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { type ChatClient, chatClient, closeChatClients, quiet } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let admin: Person;
let mia: Person;
let sam: Person;
let adminsWindow: ChatClient;
let miaWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp();
  [admin, mia, sam] = [await insertPerson(app, 'admin'), await insertPerson(app), await insertPerson(app)];
  [adminsWindow, miaWindow] = [await chatClient(app, admin), await chatClient(app, mia)];
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

const audited = async (action: string) => {
  const [row] = await app.context.db.sql<{ actorId: string; targetId: string; reason: string | null }[]>`
    select actor_id, target_id, reason from audit_log where action = ${action} order by seq desc limit 1`;
  return row;
};

describe('an admin', () => {
  it('deletes a message with a reason, which is audited and sent to its author', async () => {
    const { id } = await miaWindow.say('Comedy', 'Buy my pills');
    await expect(admin.client.call(deleteMessage, { params: { id } })).rejects.toMatchObject({ status: 400 });
    await admin.client.call(deleteMessage, { params: { id }, body: { reason: 'Advertising' } });
    await miaWindow.join('Comedy');
    expect(await audited('message.removed')).toMatchObject({ actorId: admin.id, targetId: id, reason: 'Advertising' });
    await app.settle();
    const { notifications } = await mia.client.call(listNotifications);
    expect(notifications[0]).toMatchObject({ kind: 'chat_message_removed' });
    expect(notifications[0]?.body).toContain('Advertising');
  });

  it('has no access to direct conversations', async () => {
    const { id } = await mia.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
    const sent = await miaWindow.sendDirect(id, 'Private');
    await expect(
      admin.client.call(deleteMessage, { params: { id: sent.id }, body: { reason: 'Curious' } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(admin.client.call(getRoomSettings, { params: { roomId: id } })).rejects.toMatchObject({ status: 403 });
    expect((await adminsWindow.joinConversation(id)).error?.code).toBe('not_in_conversation');
  });

  it('lists rooms with their slow mode and mutes', async () => {
    await expect(mia.client.call(listRooms)).rejects.toMatchObject({ status: 403 });
    const pool = await makePool(sam, { title: 'A 100% quiet pool' });
    const [room] = await app.context.db.sql<{ id: string }[]>`select id from chat_rooms where pool_id = ${pool.id}`;
    const roomId = room?.id ?? '';
    const { rooms } = await admin.client.call(listRooms);
    expect(rooms[0]).toMatchObject({ roomId: 'Global', kind: 'global', path: null, slowModeSeconds: 0, mutedCount: 0 });
    expect(rooms.map(({ name }) => name)).toContain('Comedy');
    expect(rooms.find((one) => one.roomId === roomId)).toBeUndefined();
    await admin.client.call(muteInRoom, { params: { roomId }, body: { userId: mia.id, reason: 'Noise' } });
    const results = await admin.client.call(listRooms, { query: { search: '100% q' } });
    expect(results.rooms).toEqual([
      expect.objectContaining({ roomId, kind: 'pool', name: pool.title, path: pool.canonicalPath, mutedCount: 1 }),
    ]);
    expect((await admin.client.call(listRooms)).rooms.some((one) => one.roomId === roomId)).toBe(true);
    expect((await admin.client.call(listRooms, { query: { search: 'mus' } })).rooms.map(({ name }) => name)).toEqual([
      'Music',
    ]);
  });

  it('sets the slow mode of a room', async () => {
    const slow = { params: { roomId: 'Music' }, body: { slowModeSeconds: 60, reason: 'Too hot' } };
    for (const window of [adminsWindow, miaWindow]) await window.join('Music');
    await expect(mia.client.call(setSlowMode, slow)).rejects.toMatchObject({ status: 403 });
    expect(await admin.client.call(setSlowMode, slow)).toMatchObject({ roomId: 'Music', slowModeSeconds: 60 });
    expect(await audited('room.slow_mode')).toMatchObject({ reason: 'Too hot' });
    const event = { roomId: 'Music', conversationId: null };
    await miaWindow.waitForEvent('room_rules', ({ roomId }) => roomId === 'Music');
    expect(await miaWindow.join('Music')).toMatchObject({ slowModeSeconds: 60, canSend: true });
    expect((await miaWindow.say('Music', 'One')).id).toBeDefined();
    const second = await miaWindow.say('Music', 'Two');
    expect(second.error).toMatchObject({ code: 'chat_slow' });
    expect(second.error?.retryAfterMs).toBeGreaterThan(50_000);
    for (const text of ['I may', 'always']) expect((await adminsWindow.say('Music', text)).id).toBeDefined();
    await admin.client.call(setSlowMode, { ...slow, body: { slowModeSeconds: 0, reason: 'Cooler' } });
    expect((await miaWindow.say('Music', 'Three')).id).toBeDefined();
    await quiet(miaWindow);
    expect(miaWindow.received('room_rules').filter(({ roomId }) => roomId === 'Music')).toEqual([
      { ...event, slowModeSeconds: 60 },
      { ...event, slowModeSeconds: 0 },
    ]);
    // Slow mode does not apply to admins, so they get no event.
    await quiet(adminsWindow);
    expect(adminsWindow.received('room_rules')).toEqual([]);
  });

  it('mutes a person in a room and lifts the mute', async () => {
    const roomId = 'Global';
    const mute = { params: { roomId }, body: { userId: mia.id, minutes: 10, reason: 'Shouting' } };
    await expect(sam.client.call(muteInRoom, mute)).rejects.toMatchObject({ status: 403 });
    await adminsWindow.join(roomId);
    const type = async () => {
      await miaWindow.ask('room_typing_start', roomId);
      await quiet(adminsWindow);
      return adminsWindow.received('room_user_typing').length;
    };
    expect(await type()).toBe(1);
    const settings = await admin.client.call(muteInRoom, mute);
    expect(await type()).toBe(1);
    expect(settings.mutes).toMatchObject([{ user: { id: mia.id }, reason: 'Shouting' }]);
    const { muted } = await miaWindow.waitForEvent('room_rules', (rules) => rules.roomId === roomId);
    expect(muted).toEqual({ until: settings.mutes[0]?.until });
    expect((await miaWindow.say(roomId, 'HELLO')).error).toMatchObject({ code: 'chat_muted' });
    const joined = await miaWindow.join(roomId);
    expect(joined).toMatchObject({ ok: true, canSend: false });
    expect(joined.muted?.until).toBe(settings.mutes[0]?.until);
    expect((await miaWindow.say('Art', 'Elsewhere I may')).id).toBeDefined();
    // Everyone who may write may react. That includes an admin who has been muted by another admin.
    const other = await insertPerson(app, 'admin');
    await other.client.call(muteInRoom, { params: { roomId }, body: { userId: admin.id, reason: 'By mistake' } });
    const { id } = await adminsWindow.say(roomId, 'Quiet, please');
    const reaction = { params: { id }, body: { emoji: '👍' } } as const;
    await expect(mia.client.call(toggleReaction, reaction)).rejects.toMatchObject({ code: 'chat_muted' });
    expect(await admin.client.call(toggleReaction, reaction)).toMatchObject({ action: 'added' });
    await other.client.call(unmuteInRoom, { params: { roomId, userId: admin.id } });
    await admin.client.call(unmuteInRoom, { params: { roomId, userId: mia.id } });
    expect(await type()).toBe(2);
    expect((await miaWindow.say(roomId, 'Sorry')).id).toBeDefined();
    await quiet(miaWindow);
    expect(miaWindow.received('room_rules').at(-1)).toEqual({ roomId, conversationId: null, muted: null });
    await expect(admin.client.call(unmuteInRoom, { params: { roomId, userId: mia.id } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await audited('room.unmuted')).toMatchObject({ actorId: admin.id });
  });

  it('cannot overwrite the rules that another admin has changed since', async () => {
    const other = await insertPerson(app, 'admin');
    const { version } = await admin.client.call(getWordFilter);
    const words = { blockedWords: ['lottery'], reason: 'Spam', version };
    const changed = await other.client.call(setWordFilter, { body: words });
    await expect(admin.client.call(setWordFilter, { body: words })).rejects.toMatchObject({
      code: 'conflict',
      winner: { id: other.id, action: 'chat.word_filter' },
    });
    await admin.client.call(setWordFilter, { body: { ...words, blockedWords: [], version: changed.version } });

    const params = { roomId: 'Film' };
    const room = await admin.client.call(getRoomSettings, { params });
    const slow = (who: Person, slowModeSeconds: number, seen?: number) =>
      who.client.call(setSlowMode, { params, body: { slowModeSeconds, reason: 'Too hot', version: seen } });
    await slow(other, 60, room.version);
    await expect(slow(admin, 5, room.version)).rejects.toMatchObject({ winner: { action: 'room.slow_mode' } });
    expect(await slow(admin, 0)).toMatchObject({ slowModeSeconds: 0 });
  });

  it('blocks words in rooms but not in direct conversations', async () => {
    const body = { blockedWords: ['Casino*', 'pills'], reason: 'Spam' };
    await expect(mia.client.call(setWordFilter, { body })).rejects.toMatchObject({ status: 403 });
    expect(await admin.client.call(setWordFilter, { body })).toMatchObject({ blockedWords: ['casino*', 'pills'] });
    expect((await miaWindow.say('Comedy', 'Best CASINOS here')).error?.code).toBe('message_filtered');
    expect((await miaWindow.say('Comedy', 'He spills it')).id).toBeDefined();
    const { id } = await mia.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
    expect((await miaWindow.sendDirect(id, 'casino?')).id).toBeDefined();
    await admin.client.call(setWordFilter, { body: { blockedWords: [], reason: 'Enough' } });
    expect(await admin.client.call(getWordFilter)).toMatchObject({ blockedWords: [] });
    expect((await miaWindow.say('Comedy', 'casino night')).id).toBeDefined();
  });
});

describe('a report of a message', () => {
  it('shows the text, and removes the message when it is upheld', async () => {
    const sent = await miaWindow.say('Gaming', 'Something foul');
    const report = { body: { kind: 'message' as const, id: sent.id, reason: 'Foul' } };
    await expect(mia.client.call(makeReport, report)).rejects.toMatchObject({ code: 'own_report' });
    const { id } = await sam.client.call(makeReport, report);
    await expect(sam.client.call(makeReport, report)).rejects.toMatchObject({ code: 'report_exists' });
    const { items } = await admin.client.call(listReports, { query: { status: 'open' } });
    expect(items.find((item) => item.id === id)).toMatchObject({
      kind: 'message',
      poolId: null,
      reported: {
        id: sent.id,
        excerpt: 'Something foul',
        path: '/browse-tip-pools?categories=Gaming#chat',
        user: { id: mia.id },
        gone: false,
      },
    });
    const decided = await admin.client.call(decideReport, {
      params: { id },
      body: { status: 'upheld', reason: 'It is foul' },
    });
    expect(decided.reported).toMatchObject({ gone: true });
    const { messages } = await app.client().call(listCategoryMessages, { params: { id: 'Gaming' } });
    expect(messages).toEqual([]);
  });

  it('in a direct conversation can be made only by its two people', async () => {
    const { id } = await mia.client.call(openDirectConversation, { body: { otherUserId: sam.id } });
    const sent = await miaWindow.sendDirect(id, 'A threat');
    const report = { body: { kind: 'message' as const, id: sent.id, reason: 'Threat' } };
    await expect(admin.client.call(makeReport, report)).rejects.toMatchObject({ status: 404 });
    const made = await sam.client.call(makeReport, report);
    const { items } = await admin.client.call(listReports, { query: { status: 'open' } });
    expect(items.find((item) => item.id === made.id)?.reported).toMatchObject({ excerpt: 'A threat', path: null });
  });
});
