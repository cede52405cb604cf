import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/app-error.ts';
import { inPageLanguage } from '#server/platform/http/errors.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Platform } from '#server/platform/platform.ts';

/**
 * Runs a function in the language that the query's `lang` names: English without one, and for a language that the site does not offer.
 * Errors are English, as all errors of the API.
 */
export async function inQueryLanguage<T>(
  { languages }: Platform,
  request: FastifyRequest,
  run: () => T | Promise<T>,
): Promise<T> {
  const { lang } = request.query as { lang?: string };
  try {
    return await inLanguage(languages.ofAddress(lang), run);
  } catch (error) {
    throw error instanceof AppError ? inPageLanguage(error, undefined) : error;
  }
}

/** Runs a read within `inQueryLanguage` in English, because calls of the API may wait for the same read, and get its error. */
export const readInEnglish = <T>(read: () => Promise<T>): Promise<T> => inLanguage(undefined, read);
