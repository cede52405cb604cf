import type { Readable } from 'node:stream';

export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Objects under DATA_DIR/files. Keys are our own: lower-case letters, digits, `-`, `_`, `.` and `/`. */
export interface Files {
  /** All or nothing: a temporary name, fsync, then rename. Throws `insufficient_storage` when the disk is full. */
  put(key: string, data: Readable | Buffer): Promise<StoredFile>;
  /** `end` is inclusive, as in HTTP ranges. */
  open(key: string, range?: { start: number; end: number }): Readable;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  remove(key: string): Promise<void>;
  localPath(key: string): string;
}
