import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { createCachedTranslator } from './cached-translator.ts';
import { defineTranslationJobs } from './jobs.ts';
import { createLibreTranslate } from './libre-translate.ts';
import { translationRoutes } from './routes.ts';

/** Translations of what people write, by a service of the operator. */
export function translationsModule(context: MoneyContext): Module {
  // Also without a service, to delete what an earlier one translated.
  defineTranslationJobs(context);
  const { translate } = context.config;
  const translator = translate && createCachedTranslator(context, createLibreTranslate(translate));
  return { routes: translationRoutes(context, translator) };
}
