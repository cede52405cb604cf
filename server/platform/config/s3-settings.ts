import { flag, optional, type Setting, setting, text, url, type ValuesOf } from './fields.ts';

/** The bucket of stored files. Part of `settings` in config.ts. */
export const s3Settings = {
  S3_ENDPOINT: optional(
    url(['http:', 'https:']),
    'The address of an S3 server, which stores uploads, deliveries, pictures and performer records. Unset: DATA_DIR stores them. `npm run cli -- copy-files to-s3` moves existing files.',
  ),
  S3_BUCKET: optional(
    text(3, 63),
    'The bucket for files. It must exist, be private and belong to this installation alone.',
  ),
  S3_REGION: setting('us-east-1', text(1, 40), 'The region of S3_BUCKET.'),
  S3_ACCESS_KEY_ID: optional(text(1, 200), 'The access key for S3_BUCKET.'),
  S3_SECRET_ACCESS_KEY: optional(text(1, 200), 'The secret of S3_ACCESS_KEY_ID.', true),
  S3_PATH_STYLE: setting(
    'on',
    flag(),
    'Address the bucket as ENDPOINT/BUCKET, as most S3 servers expect; `off` for BUCKET.ENDPOINT, as Amazon prefers.',
  ),
} satisfies Record<string, Setting<unknown>>;

const together = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export function s3Problems(values: Partial<ValuesOf<typeof s3Settings>>): string[] {
  const given = together.filter((name) => values[name] !== undefined);
  return given.length === 0 || given.length === together.length ? [] : [`Set all of ${together.join(', ')}, or none`];
}

export function s3Of(values: ValuesOf<typeof s3Settings>) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return { s3: undefined };
  return {
    s3: { endpoint, bucket, accessKeyId, secretAccessKey, region: values.S3_REGION, pathStyle: values.S3_PATH_STYLE },
  };
}
