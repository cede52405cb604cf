import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';

export type UploadState =
  | 'queued'
  | 'uploading'
  | 'paused'
  /** The connection or the server is down; the upload resumes automatically. */
  | 'waiting'
  | 'done'
  | 'failed';

/** The reason why these files cannot be added to a delivery that has `already` files; null if they can. */
export function uploadRefusal(files: readonly Pick<File, 'name' | 'size'>[], already: number): Text | null {
  const large = files.find(({ size }) => size > limits.uploadBytes);
  if (large) return t`${{ name: large.name }} is larger than ${{ gigabytes: limits.uploadBytes / 1024 ** 3 }} GB.`;
  const empty = files.find(({ size }) => size === 0);
  if (empty) return t`${{ name: empty.name }} is empty.`;
  if (already + files.length > limits.deliveryFiles)
    return t`You can add up to ${plural({ files: limits.deliveryFiles }, { one: '# file', other: '# files' })}.`;
  return null;
}

/** Whether a retry can help: no answer at all (0), or a server that is busy or restarting. A full disk (507) is neither. */
export function isRetryable(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507);
}

/** Whether an upload uses the connection now. */
export const isActive = (state: UploadState) => state === 'uploading' || state === 'waiting';

/** More uploads at once only share the same connection. */
const maxActive = 2;

/** The queued upload to start next, if there is room for another. */
export function nextToStart<Item extends { view: { state: UploadState } }>(uploads: readonly Item[]): Item | undefined {
  if (uploads.filter(({ view }) => isActive(view.state)).length >= maxActive) return undefined;
  return uploads.find(({ view }) => view.state === 'queued');
}

const retryDelaysMs = [500, 1000, 2000, 4000, 5000];

/** The delay before the next retry, after so many failures in a row. */
export const retryDelayMs = (failures: number): number => retryDelaysMs[failures] ?? (retryDelaysMs.at(-1) as number);
