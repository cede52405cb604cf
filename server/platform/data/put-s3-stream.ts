import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '#server/platform/observability/log.ts';
import type { StoredFile } from './files.ts';
import { createMeasure } from './measure.ts';
import { type S3Settings, s3ClientConfig, s3IdleMs, s3Unavailable } from './s3-client.ts';

/** The size of a part on S3; one part is in memory at a time. */
const partBytes = 8 * 1024 * 1024;

/** Stores a stream of unknown length. A failed upload removes its parts. Throws the stream's own error, or `unavailable`. */
export async function putS3Stream(settings: S3Settings, key: string, data: Readable, log: Logger): Promise<StoredFile> {
  const [{ S3Client }, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new S3Client(s3ClientConfig(settings, s3IdleMs));
  const measure = createMeasure();
  const params = { Bucket: settings.bucket, Key: key, Body: measure.stream };
  const upload = new Upload({ client, params, partSize: partBytes, queueSize: 1 });
  let sourceError: unknown;
  try {
    const piped = pipeline(data, measure.stream).catch((error) => {
      sourceError = error;
    });
    await Promise.all([upload.done(), piped]);
    if (sourceError) throw sourceError;
    return measure.result();
  } catch (error) {
    data.destroy();
    throw sourceError && !isPremature(sourceError) ? sourceError : s3Unavailable(error, log, key);
  } finally {
    client.destroy();
  }
}

/** The upload has closed the stream, so its own error says why. */
const isPremature = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
