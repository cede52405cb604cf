import type { Readable } from 'node:stream';

export interface PartOf {
  key: string;
  /** The size of the whole file. */
  sizeBytes: number;
}

/** The bytes of unfinished uploads, on disk or on S3. A lock lets one request at a time write to an upload. */
export interface UploadParts {
  /** Creates an empty part. Keeps an existing one. */
  start(upload: PartOf): Promise<void>;
  /** The bytes that are stored, also of a finished file. After a crash or a lost connection, only these count. */
  receivedBytes(upload: PartOf): Promise<number>;
  /**
   * Appends at `offset` and returns the number of bytes received. After a failure, the client resumes from the bytes that were
   * written. Throws `insufficient_storage` once only the disk's reserve is left, which other uploads can cause at any time.
   */
  append(upload: PartOf, data: Readable, offset: number): Promise<number>;
  /** Makes the file durable under its final name. Safe to repeat after a crash at any point. */
  finish(upload: PartOf): Promise<void>;
  /** Removes the received bytes, and the finished file. */
  remove(key: string): Promise<void>;
}
