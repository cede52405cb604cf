import { Upload } from '@tus/server';
import { AppError } from '#contract/app-error.ts';
import { lazy } from '#server/platform/concurrency/single-flight.ts';
import type { Files } from '#server/platform/data/files.ts';
import { isMissing, type S3Settings, s3IdleMs, s3Unavailable } from '#server/platform/data/s3-client.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { PartOf, UploadParts } from './upload-bytes.ts';
import { infoSuffix, tailSuffix } from './upload-names.ts';

/**
 * Unfinished uploads as multipart uploads of S3. The two objects that upload-names.ts names go when the
 * upload is finished or removed.
 */
export function s3UploadParts(settings: S3Settings, files: Files, log: Logger): UploadParts {
  // The SDK loads with the first upload.
  const load = lazy(async () => (await import('./multipart-store.ts')).createMultipartStore(settings, s3IdleMs));

  async function orUnavailable<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof AppError ? error : s3Unavailable(error, log, key);
    }
  }

  /** The stored bytes of an open multipart upload, or null if S3 has none. */
  async function openBytes(key: string): Promise<number | null> {
    const store = await load();
    try {
      return await store.receivedBytes(key);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function start({ key, sizeBytes }: PartOf): Promise<void> {
    if ((await openBytes(key)) !== null) return;
    // A tail of an upload that S3 has ended would otherwise count.
    await removeLeftovers(key);
    await (await load()).create(new Upload({ id: key, size: sizeBytes, offset: 0 }));
  }

  async function removeLeftovers(key: string): Promise<void> {
    await files.remove(`${key}${tailSuffix}`);
    await files.remove(`${key}${infoSuffix}`);
  }

  return {
    start: (upload) => orUnavailable(upload.key, () => start(upload)),
    receivedBytes: ({ key }) =>
      orUnavailable(key, async () => (await files.stat(key))?.sizeBytes ?? (await openBytes(key)) ?? 0),
    append: (upload, data, offset) =>
      orUnavailable(upload.key, async () => {
        // S3 may have ended an old multipart upload. The caller compares the offset with `receivedBytes` first.
        if (offset === 0) await start(upload);
        return (await (await load()).write(data, upload.key, offset)) - offset;
      }),
    finish: ({ key }) =>
      orUnavailable(key, async () => {
        // `write` completes the file, unless the server crashed between the last part and that.
        if (!(await files.stat(key))) await (await load()).complete(key);
        await removeLeftovers(key);
      }),
    remove: (key) =>
      orUnavailable(key, async () => {
        await (await load()).abort(key);
        await files.remove(key);
        await removeLeftovers(key);
      }),
  };
}
