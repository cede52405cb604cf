import { uploadsPath } from '#contract/delivery.ts';
import { compareNames } from '#contract/language/lists.ts';
import { t } from '#contract/language/text.ts';
import { logFailure } from '#web/data/log.ts';
import { forgetUpload, tusLibrary, type UploadView } from './upload-file.ts';
import { isRetryable } from './upload-rules.ts';

/** The uploads of a pool that an earlier visit started in this browser. */
export interface EarlierUploads {
  complete: UploadView[];
  /** The names of the others. Choosing such a file again resumes its upload. */
  unfinished: string[];
}

const sendTus = (method: 'HEAD' | 'DELETE', uploadId: string) =>
  fetch(`${uploadsPath}/${uploadId}`, { method, headers: { 'Tus-Resumable': '1.0.0' } });

/** Asks the server how much of an upload it has. Throws if a later attempt may get the answer. */
async function stateOf(uploadId: string): Promise<'complete' | 'unfinished' | 'gone'> {
  const { status, headers } = await sendTus('HEAD', uploadId);
  if (status === 404) return 'gone';
  // The person may sign in again in another tab.
  if (status === 401 || isRetryable(status)) throw new Error(`the state of an upload is unknown (${status})`);
  const offset = headers.get('upload-offset');
  return offset !== null && offset === headers.get('upload-length') ? 'complete' : 'unfinished';
}

/**
 * Reads this browser's records of the pool's uploads, and forgets those that the server has deleted. Throws while the state of one of
 * them is unknown, because a delivery must not leave out a complete file.
 */
export async function findEarlierUploads(poolId: string): Promise<EarlierUploads> {
  const { urlStorage } = (await tusLibrary()).defaultOptions;
  const records = (await urlStorage.findAllUploads()).filter(({ metadata }) => metadata.pool === poolId);
  const found: EarlierUploads = { complete: [], unfinished: [] };
  await Promise.all(
    records.map(async ({ urlStorageKey, uploadUrl, size, metadata }) => {
      // The library stores an upload as tus::FINGERPRINT::NUMBER.
      const key = urlStorageKey.slice('tus::'.length, urlStorageKey.lastIndexOf('::'));
      const { filename: name = t`a file`, filetype: contentType = '' } = metadata;
      const uploadId = uploadUrl?.split('/').at(-1) ?? '';
      const state = await stateOf(uploadId);
      if (state === 'gone') await urlStorage.removeUpload(urlStorageKey);
      else if (state === 'unfinished') found.unfinished.push(name);
      // Two tabs may have uploaded the same file.
      else if (!found.complete.some((view) => view.key === key)) {
        const sizeBytes = size ?? 0;
        const sent = { sizeBytes, sentBytes: sizeBytes, bytesPerS: 0, state: 'done' as const, error: null };
        found.complete.push({ key, name, contentType, uploadId, ...sent });
      }
    }),
  );
  found.complete.sort((a, b) => compareNames(a.name, b.name));
  return found;
}

/** Deletes a complete upload from the server and forgets it. */
export async function deleteEarlierUpload({ key, uploadId }: UploadView): Promise<void> {
  try {
    if (uploadId) await sendTus('DELETE', uploadId);
  } catch (error) {
    // The server deletes uploads that are never submitted.
    logFailure('deleting an upload failed', error);
  }
  await forgetUpload(key);
}
