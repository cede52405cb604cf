import type { DetailedError, Upload } from 'tus-js-client';
import { uploadsPath } from '#contract/delivery.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { inOwnLanguage, languageHeaders } from '#web/data/failures.ts';
import { logFailure } from '#web/data/log.ts';
import { isActive, isRetryable, retryDelayMs, type UploadState } from './upload-rules.ts';

export interface UploadView {
  key: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  sentBytes: number;
  /** 0 until the speed is known. */
  bytesPerS: number;
  state: UploadState;
  /** The server's id, once the upload is complete. */
  uploadId: string | null;
  error: Text | null;
}

const chunkSize = 16 * 1024 * 1024;
/** Progress is reported at this interval. The speed is averaged over `speedOverMs`. */
const tellEveryMs = 200;
const speedOverMs = 4000;

/** Identifies a file of a pool across visits, so that its upload can resume. */
const fingerprintOf = (poolId: string, file: File) =>
  ['delivery', poolId, file.name, file.type, file.size, file.lastModified].join(':');

export const tusLibrary = () => import('tus-js-client');

function statusOf(error: Error): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0;
}

/** The message in the server's error response. */
function messageOf(error: Error): Text {
  const body = (error as Partial<DetailedError>).originalResponse?.getBody() ?? '';
  try {
    const { message } = inOwnLanguage(JSON.parse(body) as { message?: unknown; translated?: unknown });
    if (typeof message === 'string' && message) return verbatim(message);
  } catch (fault) {
    logFailure('an upload error came without a message', fault);
  }
  return t`We couldn’t upload this file.`;
}

/**
 * A resumable upload of one file. It retries automatically after a connection error. After a reload, it resumes when the user chooses
 * the same file again. Calls `onChange` after every change of `view`.
 */
export class FileUpload {
  readonly file: File;
  readonly #poolId: string;
  readonly #fingerprint: string;
  readonly #onChange: () => void;
  #upload: Upload | undefined;
  #preparing: Promise<Upload> | undefined;
  /** Increases with each start, pause and removal, which end the starts that still wait for the library. */
  #attempt = 0;
  #samples: { at: number; bytes: number }[] = [];
  #toldAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  view: UploadView;

  constructor(file: File, poolId: string, onChange: () => void) {
    this.file = file;
    this.#poolId = poolId;
    this.#fingerprint = fingerprintOf(poolId, file);
    this.#onChange = onChange;
    this.view = {
      key: this.#fingerprint,
      name: file.name,
      contentType: file.type,
      sizeBytes: file.size,
      sentBytes: 0,
      bytesPerS: 0,
      state: 'queued',
      uploadId: null,
      error: null,
    };
  }

  #tell(part: Partial<UploadView>): void {
    this.view = { ...this.view, ...part };
    this.#onChange();
  }

  /** Starts or resumes the upload. With `again` (an automatic retry), the view changes only once bytes move. */
  async start(again = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#samples = [];
    if (!again) this.#tell({ state: 'uploading', error: null, bytesPerS: 0 });
    try {
      // A hanging attempt must not continue next to the new one.
      await this.#upload?.abort();
      this.#preparing ??= this.#prepare();
      this.#upload = await this.#preparing;
    } catch (error) {
      if (!this.#upload) this.#preparing = undefined;
      if (attempt === this.#attempt) this.#retryLater(error);
      return;
    }
    if (attempt === this.#attempt) this.#upload.start();
  }

  async #prepare(): Promise<Upload> {
    const tus = await tusLibrary();
    const upload = new tus.Upload(this.file, {
      endpoint: uploadsPath,
      headers: languageHeaders(),
      chunkSize,
      // We retry ourselves, because the view shows retries.
      retryDelays: null,
      // Kept until the delivery is submitted, so that completed files are found again, too.
      removeFingerprintOnSuccess: false,
      fingerprint: async () => this.#fingerprint,
      metadata: { filename: this.file.name, filetype: this.file.type, pool: this.#poolId },
      onProgress: (sent) => this.#progress(sent),
      onSuccess: () => void this.#done(),
      onError: (error) => this.#failed(error),
    });
    const [previous] = (await upload.findPreviousUploads()).sort((a, b) =>
      b.creationTime.localeCompare(a.creationTime),
    );
    if (previous) upload.resumeFromPreviousUpload(previous);
    return upload;
  }

  #progress(sent: number): void {
    // Ignore progress of a request that was in flight when the user paused.
    if (!isActive(this.view.state)) return;
    const at = performance.now();
    this.#failures = 0;
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < speedOverMs), { at, bytes: sent }];
    if (at - this.#toldAt < tellEveryMs && sent < this.view.sizeBytes) return;
    this.#toldAt = at;
    const [first] = this.#samples;
    const seconds = first ? (at - first.at) / 1000 : 0;
    const bytesPerS = first && seconds > 0.5 ? (sent - first.bytes) / seconds : this.view.bytesPerS;
    this.#tell({ state: 'uploading', sentBytes: sent, bytesPerS: Math.max(0, bytesPerS) });
  }

  async #done(): Promise<void> {
    const uploadId = this.#upload?.url?.split('/').at(-1) ?? null;
    if (uploadId) await (await import('./measure-media.ts')).describeFile(uploadId, this.file);
    this.#tell({ state: 'done', sentBytes: this.view.sizeBytes, uploadId });
  }

  #failed(error: Error): void {
    if (isRetryable(statusOf(error))) this.#retryLater(error);
    else this.#tell({ state: 'failed', error: messageOf(error) });
  }

  #retryLater(error: unknown): void {
    logFailure('an upload failed and will be retried', error);
    this.#tell({ state: 'waiting', bytesPerS: 0 });
    this.#timer = setTimeout(() => void this.start(true), retryDelayMs(this.#failures));
    this.#failures += 1;
  }

  /** Retries at once when the browser is online again. */
  wake(): void {
    if (this.view.state === 'waiting') void this.start();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#attempt += 1;
    this.#tell({ state: 'paused', bytesPerS: 0 });
    void this.#upload?.abort();
  }

  /** Deletes the uploaded part from the server and forgets the upload. */
  async remove(): Promise<void> {
    clearTimeout(this.#timer);
    this.#attempt += 1;
    try {
      await this.#upload?.abort(true);
    } catch (error) {
      // The server deletes uploads that are never submitted.
      logFailure('deleting an upload failed', error);
    }
    await forgetUpload(this.#fingerprint);
  }
}

/** Forgets an upload of this browser, so that choosing the same file again starts a new one. `key`: the key of its view. */
export async function forgetUpload(key: string): Promise<void> {
  const { urlStorage } = (await tusLibrary()).defaultOptions;
  const kept = await urlStorage.findUploadsByFingerprint(key);
  await Promise.all(kept.map(({ urlStorageKey }) => urlStorage.removeUpload(urlStorageKey)));
}
