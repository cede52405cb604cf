import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, MemoryLocker, type RequestRelease } from '@tus/server';
import type { Platform } from '#server/platform/platform.ts';
import { freeUploadLock, renewUploadLock, takeUploadLock } from './upload-locks.sql.ts';

/** A process that was killed blocks its uploads for this long. */
const leaseMs = 4000;
const renewEveryMs = 1000;
const retryEveryMs = 100;

/**
 * Lets one request at a time write to an upload, on all processes and nodes. Within a process, memory decides. Between processes a row
 * decides, which expires unless its holder renews it. A waiting request makes the holder end, because the holder's connection may be
 * dead. Without this, a slow request could change bytes of a file that another process has already finished.
 */
export class UploadLocker implements Locker {
  readonly #context: Platform;
  readonly #memory = new MemoryLocker();
  constructor(context: Platform) {
    this.#context = context;
  }

  newLock(uploadId: string): Lock {
    return new UploadLock(this.#context, uploadId, this.#memory.newLock(uploadId));
  }
}

class UploadLock implements Lock {
  readonly #context: Platform;
  readonly #row: { uploadId: string; token: string };
  readonly #inProcess: Lock;
  readonly #ended = new AbortController();
  #renewing: Promise<void> | undefined;
  constructor(context: Platform, uploadId: string, inProcess: Lock) {
    this.#context = context;
    this.#row = { uploadId, token: randomUUID() };
    this.#inProcess = inProcess;
  }

  async lock(signal: AbortSignal, release: RequestRelease): Promise<void> {
    await this.#inProcess.lock(signal, release);
    try {
      // As long as the lock in memory waits. @tus/server then answers 503, and the client tries again.
      for (const until = Date.now() + 30_000; ; ) {
        if (await takeUploadLock(this.#context.db.sql, this.#row, leaseMs)) break;
        if (signal.aborted || Date.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
        await sleep(retryEveryMs);
      }
    } catch (error) {
      await this.#inProcess.unlock();
      throw error;
    }
    this.#renewing = this.#renew(release);
  }

  async unlock(): Promise<void> {
    try {
      this.#ended.abort();
      await this.#renewing;
      await freeUploadLock(this.#context.db.sql, this.#row);
    } finally {
      await this.#inProcess.unlock();
    }
  }

  /** Renews the lock until the request ends. Ends the request if the lock is wanted or lost, or cannot be renewed in time. */
  async #renew(release: RequestRelease): Promise<void> {
    const { db, log } = this.#context;
    const { signal } = this.#ended;
    let renewedAt = performance.now();
    for (;;) {
      await sleep(renewEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const renewal = await renewUploadLock(db.sql, this.#row, leaseMs);
        if (!renewal || renewal.wanted) return void (await release());
        renewedAt = performance.now();
      } catch (error) {
        log.warn({ err: error }, 'the lock of an upload could not be renewed');
        if (performance.now() - renewedAt > leaseMs - 2 * renewEveryMs) return void (await release());
      }
    }
  }
}
