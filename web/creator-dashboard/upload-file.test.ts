import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileUpload } from './upload-file.ts';

/** How many uploads were started, without a server. */
let started: number;

beforeEach(() => {
  started = 0;
  vi.spyOn(Upload.prototype, 'start').mockImplementation(() => {
    started += 1;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newUpload = () => new FileUpload(new File(['content'], 'song.wav'), 'pool', () => undefined);

it('starts no upload that the creator removes while the library loads', async () => {
  const upload = newUpload();
  const start = upload.start();
  await upload.remove();
  await start;
  expect(started).toBe(0);
});

it('starts one upload if the creator pauses and resumes while the library loads', async () => {
  const upload = newUpload();
  const first = upload.start();
  upload.pause();
  await Promise.all([first, upload.start()]);
  expect(started).toBe(1);
  expect(upload.view.state).toBe('uploading');
});
