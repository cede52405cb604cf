/** The clients of a chat room, in a separate process from the measured server. The parent controls it over IPC. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, openSocketIo, openWs, roomId } from './chat-line.ts';
import { quantile } from './load.ts';
import { cookieOf } from './people.ts';

export type CrowdQuestion =
  | { do: 'gather'; url: string; wire: 'socket.io' | 'ws'; size: number }
  | { do: 'talk'; inFlight: number; seconds: number }
  | { do: 'pace'; everyMs: number; seconds: number }
  | { do: 'drop'; url: string; seconds: number; catchUp: boolean }
  | { do: 'leave' };

/** Messages received by all clients together, and their latency from sending to receipt in ms. */
export interface Talk {
  delivered: number;
  /** Includes messages before and after the measured time. */
  inAll: number;
  sent: number;
  seconds: number;
  p50: number;
  p99: number;
}
/** The result after all clients dropped and reconnected. */
export interface Return {
  /** Until all clients have joined the room again, and until all have what they missed. */
  inMs: number;
  caughtUpMs: number;
  /** Messages written in the meantime; over all clients, messages missing and messages received or read twice. */
  written: number;
  lost: number;
  doubled: number;
}

const maxConcurrent = 50;
/** The number of clients that record latencies, because recording costs time, too. */
const watchedWindows = 50;

let lines: (Line & { lastSeq?: number })[] = [];
let delivered = 0;
let latencies: number[] = [];

function recorderFor(index: number) {
  const count = () => {
    delivered += 1;
  };
  if (index % Math.max(1, Math.floor(lines.length / watchedWindows)) !== 0) return count;
  return ({ content }: { content: string }) => {
    delivered += 1;
    latencies.push(performance.now() - Number(content.slice(content.lastIndexOf(' '))));
  };
}

async function gather({ url, wire, size }: Extract<CrowdQuestion, { do: 'gather' }>): Promise<object> {
  const begin = performance.now();
  lines = new Array(size);
  for (let from = 0; from < size; from += maxConcurrent) {
    const some = Array.from({ length: Math.min(maxConcurrent, size - from) }, (_each, index) => from + index);
    await Promise.all(
      some.map(async (index) => {
        const onMessage = recorderFor(index);
        lines[index] = await (wire === 'ws'
          ? openWs(url, onMessage)
          : openSocketIo(url, cookieOf(index + 1), onMessage));
      }),
    );
  }
  return { ms: performance.now() - begin };
}

/** About as long as a typical message. */
const sentence = (count: number) => `This is what some fan says as number ${count} ${performance.now()}`;

function begin() {
  const [at, before] = [performance.now(), delivered];
  latencies = [];
  return (sent: number): Omit<Talk, 'inAll'> => ({
    delivered: delivered - before,
    sent,
    seconds: (performance.now() - at) / 1000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  });
}

/** Keeps `inFlight` messages in flight: each sender waits for its acknowledgement before it sends again. */
async function talk({ inFlight, seconds }: Extract<CrowdQuestion, { do: 'talk' }>): Promise<Talk> {
  let over = false;
  let sent = 0;
  const talking = Promise.all(
    Array.from({ length: inFlight }, async (_each, index) => {
      while (!over) {
        await lines[index % lines.length]?.say(sentence(sent));
        sent += 1;
      }
    }),
  );
  await sleep(1000);
  const end = begin();
  const before = sent;
  await sleep(seconds * 1000);
  const result = end(sent - before);
  over = true;
  await talking;
  return { ...result, inAll: delivered };
}

/** Sends one message every `everyMs`, however long acknowledgements take. */
async function pace({ everyMs, seconds }: Extract<CrowdQuestion, { do: 'pace' }>): Promise<Talk> {
  const end = begin();
  const answers: Promise<void>[] = [];
  const first = performance.now();
  while (performance.now() - first < seconds * 1000) {
    answers.push(lines[answers.length % lines.length]?.say(sentence(answers.length)) ?? Promise.resolve());
    await sleep(Math.max(0, first + answers.length * everyMs - performance.now()));
  }
  await Promise.all(answers);
  // The last messages reach all clients after their writer has the acknowledgement.
  await sleep(1000);
  return { ...end(answers.length), inAll: delivered };
}

interface PageRead {
  messages: { id: string }[];
  hasMore: boolean;
  lastSeq: number;
}

async function readAfter(url: string, after: number, index: number): Promise<PageRead> {
  const query = `limit=100&after=${after}`;
  const response = await fetch(`${url}/api/categories/${roomId}/messages?${query}`, {
    headers: { cookie: cookieOf(index + 1) },
  });
  if (!response.ok) throw new Error(`catching up: ${response.status}`);
  return (await response.json()) as PageRead;
}

/** Drops all connections at once while one client keeps writing, then reconnects all at the same time. */
async function drop({ url, seconds, catchUp }: Extract<CrowdQuestion, { do: 'drop' }>): Promise<Return> {
  const writer = await openSocketIo(url, cookieOf(lines.length + 1), () => undefined);
  for (const line of lines) line.cut();
  let over = false;
  let written = 0;
  const writing = (async () => {
    for (; !over; await sleep(20)) {
      await writer.say(sentence(written));
      written += 1;
    }
  })();
  await sleep(seconds * 1000);
  const start = performance.now();
  let doubled = 0;
  const addTo = (ids: Set<string>, id: string) => {
    if (ids.has(id)) doubled += 1;
    ids.add(id);
  };
  // A message may arrive both by broadcast and by reading, so duplicates are counted separately in each.
  const seen = lines.map(() => ({ broadcasts: new Set<string>(), read: new Set<string>() }));
  let inMs = 0;
  lines = await Promise.all(
    seen.map(async ({ broadcasts, read }, index) => {
      const line = await openSocketIo(url, cookieOf(index + 1), ({ id }) => addTo(broadcasts, id));
      inMs = Math.max(inMs, performance.now() - start);
      for (let after = writer.lastSeq, more = catchUp; more; ) {
        const page = await readAfter(url, after, index);
        for (const { id } of page.messages) addTo(read, id);
        after = page.lastSeq;
        more = page.hasMore;
      }
      return line;
    }),
  );
  const caughtUpMs = performance.now() - start;
  over = true;
  await writing;
  await sleep(1000);
  writer.close();
  const lost = seen.reduce(
    (sum, { broadcasts, read }) => sum + Math.abs(written - new Set([...broadcasts, ...read]).size),
    0,
  );
  return { inMs, caughtUpMs, written, lost, doubled };
}

async function leave(): Promise<object> {
  for (const line of lines) line.close();
  lines = [];
  await sleep(500);
  return {};
}

function answer(question: CrowdQuestion): Promise<object> {
  switch (question.do) {
    case 'gather':
      return gather(question);
    case 'talk':
      return talk(question);
    case 'pace':
      return pace(question);
    case 'drop':
      return drop(question);
    case 'leave':
      return leave();
  }
}

process.on('message', (question: CrowdQuestion) => {
  answer(question).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(1));
process.send?.({ url: '' });
