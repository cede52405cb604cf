import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

/** An attacker sends packets that our client never sends, while two other people keep talking undisturbed. */
let app: TestApp;
let talker: ChatClient;
let listener: ChatClient;
let attacker: Person;

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: '1' } });
});
afterAll(async () => {
  closeChatClients();
  await app.close();
});
beforeEach(async () => {
  attacker = await insertPerson(app);
  talker = await chatClient(app, await insertPerson(app));
  listener = await chatClient(app, await insertPerson(app));
  await listener.join('Comedy');
});

/** A raw WebSocket below socket.io that sends frames unchanged. */
async function rawSocket(who: Person | null): Promise<WebSocket> {
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: who ? { cookie: `sid=${who.id}` } : {} });
  await once(socket, 'open');
  return socket;
}

/** A raw socket that has completed the socket.io handshake as the attacker. */
async function rawWindow(): Promise<WebSocket> {
  const socket = await rawSocket(attacker);
  socket.send('40');
  for (;;) {
    const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
    if (data.startsWith('40')) return socket;
  }
}

/** Fails if a message from talker to listener is lost during an attack, or takes longer than `waitForEvent` waits. */
async function talkDuring(attack: () => Promise<unknown>): Promise<void> {
  let over = false;
  const attacking = attack().finally(() => {
    over = true;
  });
  for (let count = 0; !over || count < 5; count += 1) {
    const sent = await talker.say('Comedy', `Still here ${count}`);
    await listener.waitForEvent('room_message_received', ({ id }) => id === sent.id);
    await sleep(200);
  }
  await attacking;
}

async function expectNoDisturbance(attack: () => Promise<unknown>): Promise<void> {
  await talkDuring(attack);
  expect(talker.socket.connected && listener.socket.connected).toBe(true);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** A description, and the frame. */
const frames: [string, string][] = [
  ['a frame of three megabytes', `42["send_room_message",{"roomId":"Comedy","content":"${'x'.repeat(3_000_000)}"}]`],
  ['no JSON', '42["send_room_message",{'],
  ['an object instead of a list', '42{"send_room_message":true}'],
  ['an unknown packet type', '4x'],
  ['an unknown frame type', 'hello'],
  ['an empty frame', ''],
  ['a reserved event name', '42["disconnect"]'],
  ['no event name', '42[]'],
  ['an object as the event name', '42[{"a":1}]'],
  ['attachments without end', '45999999999-["send_room_message",{"_placeholder":true,"num":0}]'],
  ['an attachment that never comes', '451-["send_room_message",{"_placeholder":true,"num":9}]'],
  ['another namespace', '40/secret,{"a":1}'],
  ['a second connect packet', '40'],
  ['an acknowledgment of an unknown event', '4399999["x"]'],
];

it('malformed frames do not disturb other people', async () => {
  await expectNoDisturbance(async () => {
    for (const [, frame] of frames) {
      const socket = await rawWindow();
      socket.send(frame);
      socket.send(Buffer.from([1, 2, 3]));
      await sleep(50);
      socket.close();
    }
  });
});

it('deep nesting, wrong types and odd keys are refused with a message and do not disturb other people', async () => {
  const odd = [
    `[${nested(50_000)}]`,
    `[{"roomId":"Comedy","content":${nested(50_000)}}]`,
    '[{"__proto__":{"roomId":"Comedy","content":"Hello"}}]',
    '[{"constructor":{"prototype":{"content":"Hello"}},"roomId":"Comedy"}]',
    '[["Comedy","Hello"]]',
    '[{"roomId":["Comedy"],"content":["Hello"]}]',
    '[{"roomId":"Comedy","content":"Hello","parentMessageId":{"$gt":""}}]',
    '[{"roomId":"Comedy","content":"Hello","nonce":{"length":3}}]',
    '[true,false,null]',
    '[1e999]',
  ];
  const answers: string[] = [];
  await expectNoDisturbance(async () => {
    const socket = await rawWindow();
    socket.addEventListener('message', ({ data }) => {
      if (String(data).startsWith('43')) answers.push(String(data));
    });
    odd.forEach((args, index) => {
      socket.send(`42${index}["send_room_message",${args.slice(1, -1)}]`);
    });
    await expect.poll(() => answers.length).toBe(odd.length);
    socket.close();
  });
  for (const answer of answers) expect(answer).toContain('"code":"validation_failed","message":"');
});

it('ends the connection of an oversized frame with the code that says so', async () => {
  const socket = await rawWindow();
  const closed = once(socket, 'close') as Promise<[CloseEvent]>;
  socket.send(`421["send_room_message",{"roomId":"Comedy","content":"${'x'.repeat(300_000)}"}]`);
  const [{ code }] = await closed;
  expect(code).toBe(1009);
  const back = await chatClient(app, attacker);
  await back.join('Comedy');
});

it('refuses an oversized body over polling, and ends that connection', async () => {
  const headers = { cookie: `sid=${attacker.id}` };
  const url = `${app.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1)) as { sid: string };
  const post = (body: string) => fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body });
  expect((await post(`421["send_room_message","${'x'.repeat(300_000)}"]`)).status).toBe(413);
});

it('floods of small and large frames do not disturb other people', async () => {
  await expectNoDisturbance(async () => {
    const small = await rawWindow();
    for (let index = 0; index < 1500; index += 1) small.send(`42${index}["send_room_message",{"roomId":"Music"}]`);
    const large = await rawWindow();
    const filling = 'x'.repeat(250_000);
    for (let index = 0; index < 160; index += 1) large.send(`42["room_typing_start","${filling}"]`);
    await Promise.all([small, large].map((socket) => socket.readyState === socket.CLOSED || once(socket, 'close')));
  });
});

it('limits connect packets of a socket without a session', async () => {
  await expectNoDisturbance(async () => {
    const socket = await rawSocket(null);
    for (let index = 0; index < 2000; index += 1) socket.send('40');
    if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
  });
});

it('large bodies over polling do not disturb other people', async () => {
  await expectNoDisturbance(async () => {
    const address = `${app.url}/socket.io/?EIO=4&transport=polling`;
    const headers = { cookie: `sid=${attacker.id}` };
    const opened = await (await fetch(address, { headers })).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const answer = await fetch(`${address}&sid=${sid}`, { method: 'POST', headers, body: 'x'.repeat(3_000_000) }).catch(
      () => undefined,
    );
    if (answer) expect(answer.status).toBe(413);
  });
});

it('answers events before any room is joined', async () => {
  const client = await chatClient(app, attacker);
  expect(await client.ask('leave_room', 'Comedy')).toMatchObject({ ok: true });
  expect((await client.ask('room_typing_start', 'Nowhere')).error?.code).toBe('not_found');
  expect((await client.ask('leave_conversation', { conversationId: 7 })).error?.code).toBe('validation_failed');
  expect((await client.ask('send_message', { content: 'Hello' })).error?.message).toMatch(/\S/);
  expect(client.socket.connected).toBe(true);
});
