import { createHash } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import type { Locale } from '#contract/language/languages.ts';
import { t } from '#contract/language/text.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findTranslation, saveTranslation } from './translations.sql.ts';
import type { Translation, Translator } from './translator.ts';

/** The service needs seconds of CPU for a long text. */
const maxConcurrent = 4;
const maxWaiting = 12;

/**
 * Keeps translations by the SHA-256 of the text and the language. Concurrent calls for one text ask the service once. Its failure throws
 * `unavailable`, and nothing is stored. The rows name no person and no object: one whose text is gone is never used again and is deleted
 * after 30 days.
 */
export function createCachedTranslator(context: Platform, service: Translator): Translator {
  const { db, log } = context;
  const inQueue = createBoundedQueue(maxConcurrent, maxWaiting);

  async function askService(text: string, to: Locale): Promise<Translation> {
    try {
      return await service.translate(text, to);
    } catch (error) {
      // Without the text, which may be for a few people only.
      log.warn({ reason: String(error) }, 'the translation service failed');
      throw appError('unavailable', {
        message: () => t`The translation service doesn’t answer right now. Please try again later.`,
      });
    }
  }

  async function translate(text: string, to: Locale): Promise<Translation> {
    // Nothing to translate, and the service refuses it.
    if (text.trim() === '') return { text, from: null };
    const textHash = createHash('sha256').update(text).digest();
    const key = { textHash, locale: to };
    // A call that joins after the service was asked reads what the first one stored.
    return singleFlightOf(context)(`translation ${textHash.toString('hex')} ${to}`, async () => {
      const stored = await findTranslation(db.sql, key);
      if (stored) return stored;
      const translation = await inQueue(() => askService(text, to));
      await saveTranslation(db.sql, key, translation);
      return translation;
    });
  }
  return { translate };
}
