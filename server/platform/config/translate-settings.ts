import { optional, type Setting, text, url, type ValuesOf } from './fields.ts';

/** The service that translates texts which people wrote. Part of `settings` in config.ts. */
export const translateSettings = {
  TRANSLATE_URL: optional(
    url(['http:', 'https:']),
    'The base address of a LibreTranslate server, to whose path translate this server sends the texts that readers want to have translated. Unset: pages offer no translation of what people write.',
  ),
  TRANSLATE_API_KEY: optional(text(1, 200), 'The key for TRANSLATE_URL, if the service needs one.', true),
} satisfies Record<string, Setting<unknown>>;

type Values = ValuesOf<typeof translateSettings>;

export const translateProblems = (values: Partial<Values>): string[] =>
  values.TRANSLATE_API_KEY && !values.TRANSLATE_URL ? ['TRANSLATE_API_KEY needs TRANSLATE_URL'] : [];

export const translateOf = ({ TRANSLATE_URL: url, TRANSLATE_API_KEY: apiKey }: Values) => ({
  /** Undefined without a service. */
  translate: url ? { url: `${url.replace(/\/+$/, '')}/translate`, apiKey } : undefined,
});
