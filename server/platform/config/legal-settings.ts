import { z } from 'zod';
import { duration, integer, optional, type Setting, setting, text, type ValuesOf } from './fields.ts';

/** Translations of the legal pages, takedown notices, performer records and claims of profiles. Part of `settings` in config.ts. */
export const legalSettings = {
  LEGAL_FOLDER: optional(
    text(1, 400),
    'A folder with your translations of the legal pages, such as de/terms-of-service.md. Unset: these pages are in English in every language.',
  ),
  COUNTER_NOTICE_WINDOW: setting(
    'P14D',
    duration(),
    'The time to send a counter-notice. After it, material without a counter-notice stays disabled, and money held for it is refunded.',
  ),
  COUNTER_NOTICE_DAYS: setting(
    '10',
    integer(10, 14),
    'Material is restored this many business days after a counter-notice, unless the complainant goes to court. The law allows 10 to 14.',
  ),
  REPEAT_INFRINGER_LIMIT: setting(
    '3',
    integer(1, 100),
    'People with this many copyright notices against them are flagged for suspension.',
  ),
  RECORDS_KEY: optional(
    z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters (openssl rand -hex 32)'),
    'The key that encrypts performer records under 18 U.S.C. 2257. Unset: adult pools cannot be delivered. Keep a copy: without it the records cannot be read.',
    true,
  ),
  RECORDS_KEY_BEFORE: optional(
    z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters'),
    'A second key that also reads performer records, while you change RECORDS_KEY. The command `rotate-records-key` encrypts its records again with RECORDS_KEY.',
    true,
  ),
  RECORDS_RETENTION: setting(
    'P2557D',
    duration(),
    'Performer records are kept this long after the last delivery that they document, even after the creator deletes the account.',
  ),
  CLAIM_PLATFORMS: setting(
    '',
    z
      .string()
      .max(500)
      .regex(/^[a-z0-9.:,-]*$/, 'must be host names, separated by commas'),
    'More platforms, as host names separated by commas, on whose profile pages (https://HOST/NAME) only the owner of the profile writes. A claim with a code on an old link to one of them needs no admin, as on YouTube, Instagram, TikTok, X and OnlyFans.',
  ),
} satisfies Record<string, Setting<unknown>>;

export const legalOf = (values: ValuesOf<typeof legalSettings>) => ({
  /** Undefined without translations of the legal pages. */
  legalFolder: values.LEGAL_FOLDER,
  takedowns: {
    answerMs: values.COUNTER_NOTICE_WINDOW,
    restoreBusinessDays: values.COUNTER_NOTICE_DAYS,
    repeatLimit: values.REPEAT_INFRINGER_LIMIT,
  },
  performerRecords: {
    key: values.RECORDS_KEY,
    keyBefore: values.RECORDS_KEY_BEFORE,
    retentionMs: values.RECORDS_RETENTION,
  },
  claimPlatforms: values.CLAIM_PLATFORMS.split(',').filter(Boolean),
});
