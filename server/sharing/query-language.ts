import type { FastifyRequest } from 'fastify';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Runs a function in the language that the query's `lang` names: English without one, and for a language that the site does not offer. */
export function inQueryLanguage<T>({ languages }: Platform, request: FastifyRequest, run: () => T): T {
  const { lang } = request.query as { lang?: string };
  return inLanguage(languages.ofAddress(lang), run);
}
