import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listReactions } from '#contract/chat/reactions.ts';
import { refusalFlow } from '#server/platform/live/socket-events.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { createPersonReader } from './read-people.ts';
import { findRoomRow } from './rooms.sql.ts';
import { flows } from './sockets.ts';
import { createStore } from './store-messages.ts';

const { send, typing } = flows;

let app: TestApp;
let mia: Person;
let sam: Person;
let samWindow: ChatClient;

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: '1', LOCALES: 'en-XA' } });
  [mia, sam] = [await insertPerson(app), await insertPerson(app)];
  samWindow = await chatClient(app, sam);
  await samWindow.join('Comedy');
});

afterAll(async () => {
  closeChatClients();
  await app.close();
});

const code = (expected: string) => expect.objectContaining({ data: { code: expected } });

describe('the handshake', () => {
  it.each(['websocket', 'polling'] as const)('accepts a session over %s', async (transport) => {
    const client = await chatClient(app, await insertPerson(app), { transports: [transport] });
    expect(await client.join('Comedy')).toMatchObject({ ok: true });
    const sent = await client.say('Comedy', `Over ${transport}`);
    await samWindow.waitForEvent('room_message_received', ({ id }) => id === sent.id);
    const burst = await Promise.all(Array.from({ length: 10 }, (_each, line) => samWindow.say('Comedy', `${line}`)));
    await client.waitForEvent('room_message_received', ({ id }) => id === burst.at(-1)?.id);
    const heard = client.received('room_message_received').map(({ id }) => id);
    expect(heard).toEqual([sent, ...burst].map(({ id }) => id));
  });

  it('refuses visitors, unknown sessions, suspended people and other sites', async () => {
    await expect(chatClient(app, null)).rejects.toEqual(code('not_signed_in'));
    await expect(chatClient(app, null, { cookies: { sid: 'nonsense' } })).rejects.toMatchObject({
      message: 'Must be logged in',
    });
    const banned = await insertPerson(app);
    await banned.suspend();
    await expect(chatClient(app, banned)).rejects.toEqual(code('suspended'));
    // Suspended people can still read; this POST only reads.
    expect(await banned.client.call(listReactions, { body: { messageIds: [] } })).toEqual({ reactions: {} });
    await expect(chatClient(app, mia, { headers: { origin: 'https://evil.example' } })).rejects.toThrow();
  });

  it('refuses the twenty-first window of one person', async () => {
    const many = await insertPerson(app);
    for (let index = 0; index < 20; index += 1) await chatClient(app, many);
    await expect(chatClient(app, many)).rejects.toEqual(code('rate_limited'));
  });
});

describe('a connection', () => {
  it('refuses messages from a person who was just suspended', async () => {
    const bo = await insertPerson(app);
    const bosWindow = await chatClient(app, bo);
    await bo.suspend();
    const answer = await bosWindow.say('Comedy', 'Hello').catch(() => undefined);
    // Either an error or a disconnect before the answer.
    if (answer) expect(answer.error?.code).toBe('suspended');
    await bosWindow.ended;
  });

  it.each(['websocket', 'polling'] as const)(
    'over %s is cut without a disconnect packet when the server stops',
    async (transport) => {
      const stopping = await startTestApp();
      const client = await chatClient(stopping, await insertPerson(stopping), { transports: [transport] });
      await stopping.close();
      // After "io server disconnect" the socket.io client would not reconnect.
      expect(await client.ended).toMatch(/^transport /);
    },
  );
});

describe('invalid input', () => {
  const badMessages: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hello'],
    ['a number', 42],
    ['a list', [1, 2]],
    ['no content', { roomId: 'Comedy', type: 'category' }],
    ['empty content', { roomId: 'Comedy', type: 'category', content: ' \n ' }],
    ['only what cannot be seen', { roomId: 'Comedy', type: 'category', content: '\u200b\u2060' }],
    ['content that is no text', { roomId: 'Comedy', type: 'category', content: { $ne: '' } }],
    ['too long a content', { roomId: 'Comedy', type: 'category', content: 'x'.repeat(2001) }],
    ['another type', { roomId: 'Comedy', type: 'secret', content: 'Hello' }],
    ['no room', { type: 'category', content: 'Hello' }],
    ['an unknown room', { roomId: 'Nowhere', type: 'category', content: 'Hello' }],
    ['bytes', { roomId: 'Comedy', type: 'category', content: Buffer.from('Hello') }],
    ['a parent that is no id', { roomId: 'Comedy', type: 'category', content: 'Hello', parentMessageId: '1' }],
    ['a character that cannot be kept', { roomId: 'Comedy', type: 'category', content: 'Hello', nonce: 'a\0b' }],
    ['half of a surrogate pair', { roomId: 'Comedy', type: 'category', content: 'Hello \ud800' }],
    ['content that grows too long', { roomId: 'Comedy', type: 'category', content: '\u0958'.repeat(2000) }],
  ];

  it('is refused with a message in the acknowledgment and the error event, without side effects', async () => {
    const client = await chatClient(app, await insertPerson(app));
    for (const [what, input] of badMessages) {
      const answer = await client.ask('send_room_message', input);
      expect(answer.error?.message, what).toMatch(/\S/);
      expect(['validation_failed', 'not_found'], what).toContain(answer.error?.code);
    }
    expect(client.received('error')).toHaveLength(badMessages.length);
    expect(client.received('error')[9]).toMatchObject({
      event: 'send_room_message',
      message: 'Message must be 2,000 characters or less',
    });
    expect((await client.ask('drop_tables', {})).error?.message).toBe('There is no such event.');
    expect((await client.ask('join_room', { roomId: { toString: 1 } })).error?.code).toBe('validation_failed');
    for (const roomId of ['', null]) {
      for (const input of [roomId, { roomId }]) {
        expect((await client.ask('join_room', input)).error?.message).toBe('A room is required');
      }
    }
    expect((await client.ask('join_room', 'x'.repeat(101))).error?.message).toBe('Room is not valid');
    expect((await client.ask('join_conversation', 'Comedy')).error?.code).toBe('validation_failed');
    expect((await client.say('Comedy', 'x'.repeat(2000))).id).toBeDefined();
    expect(client.socket.connected).toBe(true);
    client.socket.emit('send_room_message', { roomId: 'Comedy', type: 'category', content: 'No answer asked for' });
    await samWindow.waitForEvent('room_message_received', ({ content }) => content === 'No answer asked for');
  });

  it('is also refused in the language of the handshake, if the site offers it', async () => {
    const english = { code: 'validation_failed', message: 'Message is required' };
    for (const language of ['en-XA', 'de', 'x'.repeat(10_000), 'en-XA\n']) {
      const client = await chatClient(app, await insertPerson(app), { language });
      const { error } = await client.say('Comedy', ' ');
      const translated = { message: expect.stringMatching(/^\[.*\]$/), fields: { content: expect.any(String) } };
      expect(error).toEqual(language === 'en-XA' ? { ...english, translated } : english);
      const [event] = client.received('error');
      expect(event).toEqual({ ...error, event: 'send_room_message' });
    }
  });

  it('gets an error if large, and a disconnect if larger than a frame may be', async () => {
    const client = await chatClient(app, await insertPerson(app));
    const great = await client.say('Comedy', 'x'.repeat(200_000));
    expect(great.error?.message).toBe('Message must be 2,000 characters or less');
    client.socket.emit('send_room_message', { roomId: 'Comedy', type: 'category', content: 'x'.repeat(2_000_000) });
    await client.ended;
    expect((await samWindow.ask('leave_room', 'Film')).ok).toBe(true);
  });
});

it('broadcasts replies of one batch together, even if a person they reply to cannot be read', async () => {
  const { db } = app.context;
  const read = createPersonReader(app.context);
  const miaWindow = await chatClient(app, mia);
  const questions = [await miaWindow.say('Global', 'Whose turn?'), await samWindow.say('Global', 'Who is next?')];
  const room = await findRoomRow(db.sql, { by: 'global' });
  if (!room) throw new Error('the Global room is missing');
  const both = Promise.withResolvers<void>();
  const expected: string[] = [];
  const store = createStore(app.context, async (userId) => {
    expected.push(userId);
    // Sequential reads would wait forever.
    if (expected.length === 2) both.resolve();
    await both.promise;
    if (userId === mia.id) throw new Error('cannot be read');
    return read(userId, null);
  });
  const common = { room, sender: await read(mia.id, null), nonce: null, mentions: [], imageIds: [] };
  // The first message is a batch alone; the replies arrive while it is written and form the next batch.
  const [, ...answers] = await Promise.all([
    store({ ...common, content: 'A line', parentId: null }),
    ...questions.map(({ id }) => store({ ...common, content: 'An answer', parentId: id })),
  ]);
  expect(answers).toMatchObject([
    { outcome: 'stored', message: { parentMessageId: questions[0]?.id, parentSender: null } },
    { outcome: 'stored', message: { parentMessageId: questions[1]?.id, parentSender: { id: sam.id } } },
  ]);
  expect(expected.toSorted()).toEqual([mia.id, sam.id].toSorted());
});

describe('a flood', () => {
  it('is rate limited, then disconnected, and exactly the acknowledged messages are stored', async () => {
    const flooder = await insertPerson(app);
    const client = await chatClient(app, flooder);
    const answers: { id?: string; error?: { code: string; retryAfterMs?: number } }[] = [];
    const begin = performance.now();
    for (let index = 0; index < send.burst + 1.4 * refusalFlow.burst; index += 1) {
      client.socket.emit(
        'send_room_message',
        { roomId: 'Music', type: 'category', content: `Spam ${index}` },
        (answer: (typeof answers)[number]) => answers.push(answer),
      );
    }
    await client.ended;
    const seconds = (performance.now() - begin) / 1000;
    expect(client.received('error')[0]).toMatchObject({
      code: 'rate_limited',
      event: 'send_room_message',
      message: 'Too many attempts. Wait a moment and try again.',
    });
    expect(client.received('error')[0]?.retryAfterMs).toBeGreaterThan(0);
    const { sql } = app.context.db;
    const read = async () => {
      const rows = await sql<{ id: string }[]>`select id from messages where sender_id = ${flooder.id}`;
      return rows.map(({ id }) => id);
    };
    await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(send.burst);
    const stored = await read();
    expect(stored.length).toBeLessThanOrEqual(send.burst + send.perSecond * seconds);
    const acked = answers.flatMap(({ id }) => id ?? []);
    expect(acked.toSorted()).toEqual(stored.toSorted());
    // A second window shares the limit; other people are unaffected.
    const again = await chatClient(app, flooder);
    const codes = await Promise.all(Array.from({ length: 3 * send.perSecond }, () => again.say('Music', 'More')));
    expect(codes.some(({ error }) => error?.code === 'rate_limited')).toBe(true);
    expect((await samWindow.say('Music', 'Calm')).id).toBeDefined();
  });

  it('that stops when it is limited stays connected', async () => {
    const client = await chatClient(app, await insertPerson(app));
    const tries = send.burst + refusalFlow.burst / 2;
    const answers = await Promise.all(Array.from({ length: tries }, (_, index) => client.say('Art', `Quick ${index}`)));
    expect(answers.filter(({ error }) => error?.code === 'rate_limited').length).toBeGreaterThan(refusalFlow.burst / 4);
    expect((await client.ask('join_room', 'Art')).ok).toBe(true);
  });

  it('of typing events is limited too', async () => {
    const client = await chatClient(app, await insertPerson(app));
    const typed = await Promise.all(
      Array.from({ length: typing.burst + 2 * typing.perSecond }, () => client.ask('room_typing_start', 'Comedy')),
    );
    expect(typed.filter(({ error }) => error?.code === 'rate_limited').length).toBeGreaterThan(0);
  });
});
