import { z } from 'zod';
import type { Locale } from '#contract/language/languages.ts';
import type { Translation, Translator } from './translator.ts';

const answerWithinMs = 15_000;
/** The longest text has 10,000 characters, at most 4 bytes each, and JSON may escape each as 12. */
const maxAnswerBytes = 500_000;

/** LibreTranslate's own codes, where they are not BCP 47 tags. */
const tags: Record<string, string> = { pb: 'pt-BR', zt: 'zh-Hant' };
const targets: Partial<Record<Locale, string>> = { 'pt-BR': 'pb', 'en-XA': 'en' };

const answer = z.object({
  translatedText: z.string(),
  detectedLanguage: z.object({ confidence: z.number(), language: z.string() }).optional(),
});

/** Unrecognized text comes as English with a confidence of 0. */
function languageOf({ detectedLanguage }: z.output<typeof answer>): string | null {
  if (!detectedLanguage || detectedLanguage.confidence <= 0) return null;
  const tag = tags[detectedLanguage.language] ?? detectedLanguage.language;
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) ? tag : null;
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > maxAnswerBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * The interface of LibreTranslate (`POST /translate`). The address is the operator's setting and may be on the local network, so the guard
 * for public addresses does not apply; redirects are refused.
 */
export function createLibreTranslate(
  { url, apiKey }: { url: string; apiKey: string | undefined },
  timeoutMs = answerWithinMs,
): Translator {
  async function translate(text: string, to: Locale): Promise<Translation> {
    const target = targets[to] ?? to;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ q: text, source: 'auto', target, format: 'text', api_key: apiKey }),
      redirect: 'error',
      // Also ends the reading of a slow answer.
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the service answered with ${response.status}`);
    }
    const given = answer.parse(JSON.parse(await readText(response)));
    // PostgreSQL stores no NUL.
    return { text: given.translatedText.replaceAll('\0', '').toWellFormed(), from: languageOf(given) };
  }
  return { translate };
}
