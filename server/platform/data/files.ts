import type { Readable } from 'node:stream';

export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface ListedFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** The disk of DATA_DIR. Files on it leave the last `reserveBytes` free, because other parts of the product write there. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
  reserveBytes: number;
}

/**
 * Stored files, on disk or on S3. The server chooses the keys: lower-case letters, digits, `-`, `_`, `.` and `/`. While S3 does not
 * answer, every call throws `unavailable`.
 */
export interface Files {
  /** Writes atomically: readers see the whole file or none. Throws `insufficient_storage` as `requireSpace` does. */
  put(key: string, data: Readable | Buffer): Promise<StoredFile>;
  /** `end` is inclusive, as in HTTP ranges. */
  open(key: string, range?: { start: number; end: number }): Readable;
  /** Opens a file with its size at this moment, or null if there is none. The caller reads or destroys `data`. */
  openWhole(key: string): Promise<{ sizeBytes: number; data: Readable } | null>;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  remove(key: string): Promise<void>;
  /** Every file whose key begins with `folder/`, or every file. A file may be deleted before the caller opens it. */
  list(folder?: string): AsyncIterable<ListedFile>;
  /** Calls `work` with the path of a copy that it may only read, for libraries that read paths. */
  withLocalCopy<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  disk(): Promise<DiskSpace>;
  /** Throws `insufficient_storage` unless this many bytes fit beside the reserve. S3 has no known limit. */
  requireSpace(sizeBytes: number): Promise<void>;
}

const keyPattern = /^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*$/;
/** Whether a text can be a key. */
export const isFileKey = (text: string) => keyPattern.test(text);

/** Throws for a text that is no key, such as one that leaves the folder. */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${key}`);
  return key;
}
