import { afterEach, expect, it, vi } from 'vitest';
import { setAvatar } from '#contract/calls/accounts.ts';
import { upload } from './upload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser's request that gets this answer. */
const answerWith = (status: number, responseText: string) =>
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = status;
      statusText = '';
      responseText = responseText;
      onload: () => void = () => undefined;
      open = () => undefined;
      send = () => setTimeout(() => this.onload());
    },
  );

it('fails if the answer is no JSON, such as the sign-in page of a network', async () => {
  answerWith(200, '{"ok":true}');
  await expect(upload(setAvatar, new FormData())).resolves.toEqual({ ok: true });
  answerWith(200, '<!DOCTYPE html>');
  await expect(upload(setAvatar, new FormData())).rejects.toThrow(SyntaxError);
});
