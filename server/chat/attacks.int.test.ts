import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type ChatClient, chatClient, closeChatClients } from '#testing/chat-client.ts';
import { type Person, person } from '#testing/people.ts';

/** Somebody sends what no client of ours would, while two others talk: they go on as if nothing were. */
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
  attacker = await person(app);
  talker = await chatClient(app, await person(app));
  listener = await chatClient(app, await person(app));
  await listener.join('Comedy');
});

/** A connection below socket.io: frames are sent as they are. */
async function rawSocket(who: Person | null): Promise<WebSocket> {
  const address = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: who ? { cookie: `sid=${who.id}` } : {} });
  await once(socket, 'open');
  return socket;
}

/** The same, signed in. */
async function rawWindow(): Promise<WebSocket> {
  const socket = await rawSocket(attacker);
  socket.send('40');
  for (;;) {
    const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
    if (data.startsWith('40')) return socket;
  }
}

/** How long messages take from one to the other while something happens. */
async function delaysWhile(attack: () => Promise<unknown>): Promise<number[]> {
  let over = false;
  const attacking = attack().finally(() => {
    over = true;
  });
  const delays: number[] = [];
  for (let count = 0; !over || count < 5; count += 1) {
    const begin = performance.now();
    const sent = await talker.say('Comedy', `Still here ${count}`);
    await listener.hears('room_message_received', ({ id }) => id === sent.id);
    delays.push(performance.now() - begin);
    await sleep(200);
  }
  await attacking;
  return delays;
}

/** Promptly, on a machine with much else to do: alone it takes a few milliseconds. */
const promptMs = 5000;

async function harmsNobody(attack: () => Promise<unknown>): Promise<void> {
  const delays = await delaysWhile(attack);
  expect(Math.max(...delays)).toBeLessThan(promptMs);
  expect(talker.socket.connected && listener.socket.connected).toBe(true);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** What it is, and what is sent. */
const frames: [string, string][] = [
  ['a frame of three megabytes', `42["send_room_message",{"roomId":"Comedy","content":"${'x'.repeat(3_000_000)}"}]`],
  ['no JSON', '42["send_room_message",{'],
  ['an object where a list is due', '42{"send_room_message":true}'],
  ['a packet of no kind', '4x'],
  ['a frame of no kind', 'hello'],
  ['an empty frame', ''],
  ['a name of the protocol', '42["disconnect"]'],
  ['no name', '42[]'],
  ['an object for a name', '42[{"a":1}]'],
  ['attachments without end', '45999999999-["send_room_message",{"_placeholder":true,"num":0}]'],
  ['an attachment that never comes', '451-["send_room_message",{"_placeholder":true,"num":9}]'],
  ['another namespace', '40/secret,{"a":1}'],
  ['joining once more', '40'],
  ['an acknowledgement of nothing', '4399999["x"]'],
];

it('frames that make no sense harm nobody', async () => {
  await harmsNobody(async () => {
    for (const [, frame] of frames) {
      const socket = await rawWindow();
      socket.send(frame);
      socket.send(Buffer.from([1, 2, 3]));
      await sleep(50);
      socket.close();
    }
  });
});

it('nests of brackets, wrong kinds and odd keys get a sentence, and harm nobody', async () => {
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
  await harmsNobody(async () => {
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

it('whoever was cut off for the size of a frame is told why when they are back', async () => {
  const client = await chatClient(app, attacker);
  client.socket.emit('send_room_message', { roomId: 'Comedy', content: 'x'.repeat(1_000_000) });
  await client.ended;
  const back = await chatClient(app, attacker);
  expect(await back.hears('error')).toMatchObject({
    code: 'validation_failed',
    message: 'What you sent is too large: the connection was ended. Messages are 2,000 characters or less.',
  });
  await back.join('Comedy');
  expect(back.heard('error')).toHaveLength(1);
});

it('floods of small and of large frames harm nobody', async () => {
  await harmsNobody(async () => {
    const small = await rawWindow();
    for (let index = 0; index < 1500; index += 1) small.send(`42${index}["send_room_message",{"roomId":"Music"}]`);
    const large = await rawWindow();
    const filling = 'x'.repeat(250_000);
    for (let index = 0; index < 160; index += 1) large.send(`42["room_typing_start","${filling}"]`);
    await Promise.all([small, large].map((socket) => socket.readyState === socket.CLOSED || once(socket, 'close')));
  });
});

it('whoever is nobody is not asked for their name over and over', async () => {
  await harmsNobody(async () => {
    const socket = await rawSocket(null);
    for (let index = 0; index < 2000; index += 1) socket.send('40');
    if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
  });
});

it('great bodies over polling harm nobody', async () => {
  await harmsNobody(async () => {
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

it('events before anything was joined are answered', async () => {
  const client = await chatClient(app, attacker);
  expect(await client.ask('leave_room', 'Comedy')).toMatchObject({ ok: true });
  expect((await client.ask('room_typing_start', 'Nowhere')).error?.code).toBe('not_found');
  expect((await client.ask('leave_conversation', { conversationId: 7 })).error?.code).toBe('validation_failed');
  expect((await client.ask('send_message', { content: 'Hello' })).error?.message).toMatch(/\S/);
  expect(client.socket.connected).toBe(true);
});
