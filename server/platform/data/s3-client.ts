import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { appError } from '#contract/errors.ts';
import { lazy } from '#server/platform/concurrency/single-flight.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Logger } from '#server/platform/observability/log.ts';

export type S3Settings = NonNullable<Config['s3']>;

/** The longest wait for S3 in one call, with its retries. No request may wait for 10 seconds. */
export const s3WithinMs = 8000;
/** The longest silence during an upload. The SDK starts to count after 3 seconds. */
export const s3IdleMs = 5000;
const connectWithinMs = 2000;
/** A client that does not read holds a connection. With the SDK's limit of 50, fifty of them would stop all downloads. */
const mostConnections = 1000;
const retryAfterS = 5;

/** `idleMs` ends a connection that carries no byte for this long. Unset for downloads, because a slow reader pauses them. */
export function s3ClientConfig(settings: S3Settings, idleMs?: number): S3ClientConfig {
  return {
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.pathStyle,
    // A second attempt would wait once more for an idle connection.
    maxAttempts: idleMs === undefined ? 2 : 1,
    requestHandler: {
      connectionTimeout: connectWithinMs,
      ...(idleMs === undefined ? {} : { socketTimeout: idleMs }),
      httpAgent: { keepAlive: true, maxSockets: mostConnections },
      httpsAgent: { keepAlive: true, maxSockets: mostConnections },
    },
    // Many servers other than Amazon's do not know the trailing checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** The SDK takes a moment to load, so it loads with the first call, and never without S3. */
export const lazyS3 = (settings: S3Settings) =>
  lazy(async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const client: S3Client = new sdk.S3Client(s3ClientConfig(settings));
    return { sdk, client };
  });

export function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name);
}

/** Logs why S3 failed and returns the error for the caller: 503 with Retry-After. */
export function s3Unavailable(error: unknown, log: Logger, key: string) {
  log.error({ err: error, key }, 'S3 failed or did not answer');
  return appError('unavailable', { retryAfterS });
}
