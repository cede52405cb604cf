import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { freePort } from '#testing/free-port.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { compileCacheEnv } from '#testing/programs.ts';
import { repeats, seed, seededRandom } from '#testing/seeded-random.ts';
import { S3Server } from '#testing/servers/s3-server.ts';

const places = [
  { place: 'the disk', kills: repeats(2, 20), onS3: false },
  { place: 'S3', kills: repeats(1, 20), onS3: true },
];
let s3: S3Server;
let app: TestApp;
let creator: Person;
let child: ChildProcess | undefined;
beforeAll(async () => {
  s3 = await S3Server.start();
  app = await startTestApp();
  creator = await insertPerson(app, 'creator');
  port = await freePort();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.close();
  await s3.remove();
});

// The app checks at the end that it has the file of each upload; it does not see the files on S3, nor what a failed try left.
afterEach(async ({ task }) => {
  await kill();
  const [onDisk] = places.filter((place) => !place.onS3);
  if (task.result?.state === 'fail' || !task.name.includes(` ${onDisk?.place} `))
    await app.context.db.sql`delete from uploads`;
});

let port = 0;

/** Starts a server on the same database and files in a child process that the test can kill. */
async function startProcess(onS3: boolean): Promise<void> {
  const { dataDir, databaseUrl } = app.context.config;
  child = fork(fileURLToPath(new URL('../../../testing/upload-process.ts', import.meta.url)), {
    env: {
      ...compileCacheEnv,
      NODE_ENV: 'test',
      ROLE: 'web',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: '2',
      DISK_RESERVE: '0MB',
      LOG_LEVEL: 'silent',
      ...(onS3 ? s3.env : {}),
    },
    execArgv: [],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process ended before it was ready');
  });
  await Promise.race([once(child, 'message'), ended]);
  // The test kills this process later, which is no error.
  ended.catch(() => undefined);
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it.each(places)(
  'completes an upload to $place with equal bytes after kills of the server: $kills',
  async ({ kills, onS3 }) => {
    await startProcess(onS3);
    const data = randomBytes(24_000_000);
    let sent = 0;
    const done = new Promise<string>((resolve, reject) => {
      const upload = new Upload(data, {
        endpoint: `http://127.0.0.1:${port}/api/uploads`,
        chunkSize: 3_000_000,
        // The server is unavailable for a moment after each kill.
        retryDelays: Array.from({ length: 2000 }, () => 50),
        metadata: { filename: 'long.mp4', filetype: 'video/mp4' },
        headers: { cookie: `sid=${creator.id}` },
        onProgress: (bytes) => {
          sent = bytes;
        },
        onError: reject,
        onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      });
      upload.start();
    });
    const { below } = seededRandom(seed);
    for (let count = 0; count < kills; count += 1) {
      const target = ((count + 1) / (kills + 2)) * data.length;
      while (sent < target) await sleep(1);
      await sleep(below(10));
      await kill();
      await startProcess(onS3);
    }
    const id = await done;
    const [row] = await app.context.db.sql`select key, completed_at, size_bytes from uploads where id = ${id}`;
    expect(row).toMatchObject({ sizeBytes: data.length, completedAt: expect.any(Date) });
    await kill();
    const { dataDir } = app.context.config;
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...(onS3 ? s3.env : {}) });
    const stored = await buffer(openFiles(config, createLogger('silent')).open(row?.key as string));
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(sha256(stored)).toBe(sha256(data));
  },
  60_000 + repeats(4, 20) * 40_000,
);
