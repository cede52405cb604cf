import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTranslationService, type TranslationService } from '#testing/servers/translation-service.ts';
import { createLibreTranslate } from './libre-translate.ts';

const apiKey = 'a key';
let service: TranslationService;
beforeAll(async () => {
  service = await startTranslationService(apiKey);
});
afterEach(() => {
  service.answer = undefined;
  service.requests.length = 0;
});
afterAll(() => service.close());

const translator = (timeoutMs?: number) => createLibreTranslate({ url: `${service.url}/translate`, apiKey }, timeoutMs);
const json = (body: string) => {
  service.answer = (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
};

it('sends the text and names languages as LibreTranslate does', async () => {
  expect(await translator().translate('Bonjour', 'pt-BR')).toEqual({ text: 'pb: Bonjour', from: 'fr' });
  expect(await translator().translate('Bonjour', 'en-XA')).toEqual({ text: 'en: Bonjour', from: 'fr' });
  expect(service.requests).toEqual([
    { q: 'Bonjour', source: 'auto', target: 'pb', format: 'text', api_key: apiKey },
    { q: 'Bonjour', source: 'auto', target: 'en', format: 'text', api_key: apiKey },
  ]);
});

it.each([
  [{ confidence: 90, language: 'pb' }, 'pt-BR'],
  [{ confidence: 90, language: 'zt' }, 'zh-Hant'],
  [{ confidence: 0, language: 'en' }, null],
  [{ confidence: 90, language: '<b>' }, null],
  [undefined, null],
])('reads the recognized language %j as %s', async (detectedLanguage, from) => {
  json(JSON.stringify({ translatedText: 'Hallo\0', detectedLanguage }));
  expect(await translator().translate('Bonjour', 'de')).toEqual({ text: 'Hallo', from });
});

it.each([
  ['an error', () => (service.answer = (response) => response.writeHead(500).end())],
  ['a page', () => json('<p>Welcome</p>')],
  ['another shape', () => json('{"translatedText":1}')],
  ['a huge text', () => json(JSON.stringify({ translatedText: 'x'.repeat(600_000) }))],
  [
    'a redirect',
    () => (service.answer = (response) => response.writeHead(307, { Location: `${service.url}/other` }).end()),
  ],
])('refuses %s', async (_what, prepare) => {
  prepare();
  await expect(translator().translate('Bonjour', 'de')).rejects.toThrow();
  expect(service.requests).toHaveLength(1);
});

it('gives up on an endless answer, at its size and at the time limit', async () => {
  const endless = (bytes: number, everyMs: number) => {
    service.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write('x'.repeat(bytes)), everyMs);
      response.on('close', () => clearInterval(timer));
    };
  };
  endless(100_000, 1);
  await expect(translator().translate('Bonjour', 'de')).rejects.toThrow('too large');
  endless(1, 20);
  const startedAt = Date.now();
  await expect(translator(300).translate('Bonjour', 'de')).rejects.toThrow('timeout');
  expect(Date.now() - startedAt).toBeLessThan(5000);
});
