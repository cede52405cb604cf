import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { isRetryable, nextToStart, retryDelayMs, type UploadState, uploadRefusal } from './upload-rules.ts';

const file = (size: number) => ({ name: 'live.mp4', size });
const uploads = (...states: UploadState[]) => states.map((state, index) => ({ index, view: { state } }));

it('refuses files that are empty, too large or too many', () => {
  expect(uploadRefusal([file(1), file(limits.uploadBytes)], 0)).toBeNull();
  expect(uploadRefusal([file(limits.uploadBytes + 1)], 0)).toMatch(/^live\.mp4 is larger than/);
  expect(uploadRefusal([file(0)], 0)).toBe('live.mp4 is empty.');
  expect(uploadRefusal([file(1)], limits.deliveryFiles - 1)).toBeNull();
  expect(uploadRefusal([file(1), file(1)], limits.deliveryFiles - 1)).toBe(
    `You can add up to ${limits.deliveryFiles} files.`,
  );
});

it('starts queued uploads in order while fewer than two are active', () => {
  expect(nextToStart(uploads('done', 'queued', 'queued'))?.index).toBe(1);
  expect(nextToStart(uploads('uploading', 'queued'))?.index).toBe(1);
  expect(nextToStart(uploads('uploading', 'waiting', 'queued'))).toBeUndefined();
  expect(nextToStart(uploads('paused', 'failed', 'queued'))?.index).toBe(2);
  expect(nextToStart(uploads('paused', 'failed', 'done'))).toBeUndefined();
});

it.each([
  [0, true],
  [409, true],
  [423, true],
  [429, true],
  [503, true],
  [400, false],
  [403, false],
  [413, false],
  [507, false],
])('retries after status %i: %s', (status, retries) => {
  expect(isRetryable(status)).toBe(retries);
});

it('waits longer after each failure, at most five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(retryDelayMs)).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000]);
});
