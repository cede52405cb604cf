import { translateText as contract } from '#contract/translations.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { translateText } from './translate-text.ts';
import type { Translator } from './translator.ts';

export const translationRoutes = (context: MoneyContext, translator: Translator | undefined): Route[] => [
  route(contract, ({ body }, request) => translateText(context, translator, request, body)),
];
