/** The parts of s3rver that the tests use; the package has no types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  class S3rver {
    constructor(options: {
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    store: { getResourcePath(bucket: string, key: undefined, resource: 'uploads'): string };
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
  }
  export = S3rver;
}
