import { afterEach, expect, it, vi } from 'vitest';
import { setAvatar } from '#contract/calls/accounts.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { upload } from './upload.ts';

let headers: string[][] = [];

afterEach(() => {
  vi.unstubAllGlobals();
  speakEnglish();
  headers = [];
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
      setRequestHeader = (name: string, value: string) => headers.push([name, value]);
      send = () => setTimeout(() => this.onload());
    },
  );

it('fails if the answer is no JSON, such as the sign-in page of a network', async () => {
  answerWith(200, '{"ok":true}');
  await expect(upload(setAvatar, new FormData())).resolves.toEqual({ ok: true });
  answerWith(200, '<!DOCTYPE html>');
  await expect(upload(setAvatar, new FormData())).rejects.toThrow(SyntaxError);
});

it('names the language of the page, and shows the translated message', async () => {
  const translated = { message: 'Zu groß.' };
  answerWith(413, JSON.stringify({ code: 'image_too_large', message: 'Too large.', translated }));
  speak(() => undefined);
  await expect(upload(setAvatar, new FormData())).rejects.toThrow('Zu groß.');
  expect(headers).toEqual([['x-language', 'de']]);
});
