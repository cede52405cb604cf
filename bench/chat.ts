import { join } from 'node:path';
import type { CrowdQuestion, Return, Talk } from './chat-crowd.ts';
import { median, waitForQuiet } from './load.ts';
import { addFans } from './people.ts';
import type { ProcessLoad } from './process-load.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import { type Child, type Stage, startChild } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const sizes = (process.env.BENCH_SIZES ?? '200,500,1000').split(',').map(Number);
const inFlights = (process.env.BENCH_IN_FLIGHT ?? '4,16').split(',').map(Number);
const parts = (process.env.BENCH_PARTS ?? 'fan,pace,memory,storm').split(',');
const connected = Number(process.env.BENCH_CONNECTED ?? 10_000);

type Name = 'ours' | 'socket.io' | 'ws';

/** One of the compared servers, and the protocol of its clients. */
interface Side {
  name: Name;
  server: Child;
  wire: 'socket.io' | 'ws';
}
/** `cpu`: seconds of the server's processor time per delivered message. */
type Measured = Talk & { cpu: number };

/** Runs `work` with a new crowd process, so that memory of an earlier crowd does not affect the figures. */
async function withCrowd<T>(
  work: (ask: <Answer>(question: CrowdQuestion) => Promise<Answer>) => Promise<T>,
): Promise<T> {
  const crowd = await startChild(join(import.meta.dirname, 'chat-crowd.ts'), {});
  try {
    return await work(<Answer>(question: CrowdQuestion) => crowd.ask(question) as Promise<Answer>);
  } finally {
    await crowd.stop();
  }
}

const loadOf = (side: Side, collect = false) => side.server.ask({ collect }) as Promise<ProcessLoad>;

async function measureTalk(
  side: Side,
  size: number,
  question: Extract<CrowdQuestion, { do: 'talk' | 'pace' }>,
): Promise<Measured> {
  await waitForQuiet();
  return withCrowd(async (ask) => {
    await ask({ do: 'gather', url: side.server.url, wire: side.wire, size });
    const before = await loadOf(side);
    const talk = await ask<Talk>(question);
    const after = await loadOf(side);
    await ask({ do: 'leave' });
    const rate = perSecond(talk.delivered / talk.seconds);
    const cpu = (after.cpu - before.cpu) / talk.inAll;
    const summary = `${rate} a second, p99 ${ms(talk.p99)}, ${(cpu * 1e6).toFixed(1)} µs of CPU each`;
    console.error(`${side.name}, ${size} sockets, ${JSON.stringify(question)}: ${summary}`);
    return { ...talk, cpu };
  });
}

/** Measures the sides in turns; `of` returns the median of a value over all rounds. */
async function inTurns(sides: readonly Side[], measure: (side: Side) => Promise<Measured>) {
  const measurements: Record<Name, Measured>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const results: Partial<Record<Name, Measured>> = {};
    for (const side of sides) results[side.name] = await measure(side);
    measurements.push(results as Record<Name, Measured>);
  }
  const of = (value: (round: Record<Name, Measured>) => number) => median(measurements.map(value));
  return { of };
}

type Turns = Awaited<ReturnType<typeof inTurns>>;

function fanLine(size: number, inFlight: number, { of }: Turns): string[] {
  const rate = (name: Name) => of((round) => round[name].delivered / round[name].seconds);
  const against = (name: Name) =>
    of((round) => round.ours.delivered / round.ours.seconds / (round[name].delivered / round[name].seconds));
  const p99 = (name: Name) => of((round) => round[name].p99);
  return [
    `${perSecond(size)} sockets, ${inFlight} in flight`,
    ...(['ours', 'socket.io', 'ws'] as const).map((name) => perSecond(rate(name))),
    `**${ratio(against('socket.io'))}**`,
    ratio(against('ws')),
    ratio(of((round) => round['socket.io'].cpu / round.ours.cpu)),
    `${ms(p99('ours'))} / ${ms(p99('socket.io'))} / ${ms(p99('ws'))}`,
  ];
}

async function measureMemory(sides: readonly Side[]): Promise<string> {
  const each: string[] = [];
  for (const side of sides) {
    const bytes = await withCrowd(async (ask) => {
      const before = await loadOf(side, true);
      await ask({ do: 'gather', url: side.server.url, wire: side.wire, size: connected });
      const after = await loadOf(side, true);
      await ask({ do: 'leave' });
      return (after.memory - before.memory) / connected;
    });
    console.error(`${side.name}, ${connected} sockets: ${(bytes / 1024).toFixed(1)} KB each`);
    each.push(`${side.name} ${(bytes / 1024).toFixed(1)} KB`);
  }
  return `${perSecond(connected)} connected sockets that have joined a room, resident memory of the server for each: ${each.join(', ')}.`;
}

async function measureReturn(sides: readonly Side[]): Promise<string> {
  const results: string[] = [];
  for (const side of sides) {
    const list: Return[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await waitForQuiet();
      const back = await withCrowd(async (ask) => {
        await ask({ do: 'gather', url: side.server.url, wire: side.wire, size: 1000 });
        const catchUp = side.name === 'ours';
        return ask<Return>({ do: 'drop', url: side.server.url, seconds: 2, catchUp });
      });
      console.error(`${side.name}: ${JSON.stringify(back)}`);
      list.push(back);
    }
    const inMs = median(list.map((back) => back.inMs));
    if (side.name !== 'ours')
      results.push(`${side.name}, which has nothing to catch up with: joined after ${ms(inMs)}`);
    else {
      const faults = list.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0);
      if (faults > 0) throw new Error(`${faults} messages were lost or duplicated`);
      const caughtUpMs = median(list.map((back) => back.caughtUpMs));
      const written = median(list.map((back) => back.written));
      results.push(
        `all joined after ${ms(inMs)} and caught up over HTTP after ${ms(caughtUpMs)}; none of ${perSecond(written)} messages lost or duplicated in any client`,
      );
    }
  }
  return `1,000 sockets drop and reconnect at once while one client writes: ${results.join('; ')}.`;
}

/** Compares one full room, with every message stored before its broadcast, against servers that store nothing. */
export async function measureChat(stage: Stage): Promise<Figures> {
  const databaseUrl = await stage.createDatabase('chat');
  const { db, cards } = await stage.openOperations(databaseUrl);
  await addFans(db.sql, connected + 1, cards.name);
  await db.sql.unsafe('analyze');
  const bare = (name: string) => startChild(join(import.meta.dirname, 'chat-bare.ts'), { BENCH_BARE: name });
  const ours: Side = { name: 'ours', server: await stage.startProduct(databaseUrl), wire: 'socket.io' };
  const socketIo: Side = { name: 'socket.io', server: await bare('socket.io'), wire: 'socket.io' };
  const ws: Side = { name: 'ws', server: await bare('ws'), wire: 'ws' };
  const sides = [ours, socketIo, ws];
  const rows = [
    [
      'one room',
      'ours/s',
      'socket.io/s',
      'ws/s',
      'ours : socket.io',
      'ours : ws',
      'ours : socket.io by CPU',
      'p99, ours / socket.io / ws',
    ],
  ];
  const notes: string[] = [];
  try {
    // Memory first, before other measurements leave garbage.
    if (parts.includes('memory')) notes.push(await measureMemory([ours, socketIo]));
    // Warm-up: the first thousands of messages would measure compilation.
    for (const side of sides) await measureTalk(side, 200, { do: 'talk', inFlight: 16, seconds: 1 });
    for (const size of parts.includes('fan') ? sizes : []) {
      for (const inFlight of inFlights) {
        const turns = await inTurns(sides, (side) => measureTalk(side, size, { do: 'talk', inFlight, seconds }));
        rows.push(fanLine(size, inFlight, turns));
      }
    }
    if (parts.includes('pace')) {
      const { of } = await inTurns(sides, (side) => measureTalk(side, 1000, { do: 'pace', everyMs: 10, seconds }));
      const p = (name: Name) => `${name} ${ms(of((round) => round[name].p50))} / ${ms(of((round) => round[name].p99))}`;
      notes.push(
        `100 messages a second to 1,000 sockets, p50 / p99 from being sent to a window: ${sides.map(({ name }) => p(name)).join(', ')}.`,
      );
    }
    if (parts.includes('storm')) notes.push(await measureReturn([ours, socketIo]));
  } finally {
    await socketIo.server.stop();
    await ws.server.stop();
  }
  return {
    rows,
    notes: [
      'Target: ours : socket.io at least 0.85.',
      ...notes,
      `${rounds} rounds of ${seconds} s in turns, medians; ratios are medians of the rounds' own ratios.`,
    ],
  };
}
