import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '#server/platform/observability/log.ts';
import { type Files, isFileKey, type ListedFile, requireFileKey } from './files.ts';
import { createMeasure } from './measure.ts';
import { putS3Stream } from './put-s3-stream.ts';
import { isMissing, lazyS3, type S3Settings, s3Unavailable, s3WithinMs } from './s3-client.ts';

/** Files in a bucket. `onDisk` answers for the disk of DATA_DIR, which still holds the database and mail. */
export function createS3Files(settings: S3Settings, onDisk: Pick<Files, 'disk'>, log: Logger): Files {
  const load = lazyS3(settings);
  const at = (key: string) => ({ Bucket: settings.bucket, Key: requireFileKey(key) });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(s3WithinMs) });

  async function orUnavailable<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw s3Unavailable(error, log, key);
    }
  }

  const open = (key: string, range?: { start: number; end: number }) => {
    const target = { ...at(key), ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) };
    return Readable.from(read(), { objectMode: false });
    async function* read() {
      const { sdk, client } = await load();
      const { Body } = await orUnavailable(key, () => client.send(new sdk.GetObjectCommand(target), inTime()));
      yield* unlessStalled(Body as Readable);
    }
  };

  return {
    open,
    async put(key, data) {
      if (!Buffer.isBuffer(data)) return putS3Stream(settings, requireFileKey(key), data, log);
      const { sdk, client } = await load();
      const command = new sdk.PutObjectCommand({ ...at(key), Body: data, ContentLength: data.length });
      await orUnavailable(key, () => client.send(command, inTime()));
      const measure = createMeasure();
      await pipeline(Readable.from([data]), measure.stream.resume());
      return measure.result();
    },
    async openWhole(key) {
      const { sdk, client } = await load();
      try {
        const { Body, ContentLength = 0 } = await client.send(new sdk.GetObjectCommand(at(key)), inTime());
        return {
          sizeBytes: ContentLength,
          data: Readable.from(unlessStalled(Body as Readable), { objectMode: false }),
        };
      } catch (error) {
        if (isMissing(error)) return null;
        throw s3Unavailable(error, log, key);
      }
    },
    async stat(key) {
      const { sdk, client } = await load();
      try {
        const { ContentLength = 0 } = await client.send(new sdk.HeadObjectCommand(at(key)), inTime());
        return { sizeBytes: ContentLength };
      } catch (error) {
        if (isMissing(error)) return null;
        throw s3Unavailable(error, log, key);
      }
    },
    async remove(key) {
      const { sdk, client } = await load();
      await orUnavailable(key, () => client.send(new sdk.DeleteObjectCommand(at(key)), inTime()));
    },
    async *list(folder): AsyncGenerator<ListedFile> {
      const { sdk, client } = await load();
      const Prefix = folder ? `${requireFileKey(folder)}/` : '';
      for (let ContinuationToken: string | undefined; ; ) {
        const command = new sdk.ListObjectsV2Command({ Bucket: settings.bucket, Prefix, ContinuationToken });
        const page = await orUnavailable(Prefix, () => client.send(command, inTime()));
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
          if (isFileKey(Key)) yield { key: Key, sizeBytes: Size, modifiedAt: LastModified };
        if (!page.NextContinuationToken) return;
        ContinuationToken = page.NextContinuationToken;
      }
    },
    withLocalCopy: (key, work) => withTempFile(open(key), work),
    disk: () => onDisk.disk(),
    requireSpace: async () => undefined,
  };
}

/** Passes a body on, and ends it once S3 sends nothing for too long. Time in which the reader pauses does not count. */
async function* unlessStalled(body: Readable): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('S3 stopped sending')), s3WithinMs);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

async function withTempFile<T>(data: Readable, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `fanfare-${randomUUID()}`);
  try {
    await pipeline(data, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
