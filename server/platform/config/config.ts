import { resolve } from 'node:path';
import { z } from 'zod';
import { allLocales } from '#contract/language/languages.ts';
import { addressOf, senderOf } from '#server/platform/mail/email-address.ts';
import { allowOf, allowProblems, allowSettings } from './allow-settings.ts';
import { backupOf, backupProblems, backupSettings } from './backup-settings.ts';
import { cardSettings, cardsOf, checkCards } from './card-settings.ts';
import { databaseOf, databaseProblems, databaseSettings } from './database-settings.ts';
import type { Setting, ValuesOf } from './fields.ts';
import { duration, flag, integer, locales, number, optional, proxies, setting, text, tokens, url } from './fields.ts';
import { holdingOf, holdingSettings } from './holding-settings.ts';
import { legalOf, legalSettings } from './legal-settings.ts';
import { oidcOf, oidcProblems, oidcSettings } from './oidc-settings.ts';
import { processesOf, processSettings } from './process-settings.ts';
import { s3Problems } from './s3-settings.ts';
import { signInOf, signInSettings } from './sign-in-settings.ts';
import { storageOf, storageSettings } from './storage-settings.ts';
import { traceSettings, tracesOf } from './trace-settings.ts';
import { translateOf, translateProblems, translateSettings } from './translate-settings.ts';

/**
 * Every setting of the product: schema, default and description. This file is the only reader of the
 * environment; docs/operations.md is generated from `settings`.
 */
export const settings = {
  NODE_ENV: setting(
    'development',
    z.enum(['development', 'production', 'test']),
    'The environment. `production` without STRIPE_SECRET_KEY refuses to start unless ALLOW_SANDBOX_CARDS is set. `test` is only for tests: it stores weak password hashes.',
  ),
  BRAND_NAME: setting('Fanfare', text(1, 40), 'The product name in pages and emails.'),
  LOCALES: optional(
    locales(),
    `The languages of pages and emails, separated by commas: ${allLocales.join(', ')}. English is always one of them. Unset: all but en-XA with DEMO_DATA, English elsewhere.`,
  ),
  PORT: setting('3000', integer(0, 65_535), 'The port to listen on.'),
  HOST: setting('127.0.0.1', text(1, 255), 'The address to listen on; 0.0.0.0 listens on all.'),
  PUBLIC_URL: optional(
    url(['http:', 'https:']),
    'The public address of the site. Its scheme decides whether cookies are secure and HSTS is sent. Unset: http://localhost:PORT.',
  ),
  DATA_DIR: setting('./data', text(1, 400), 'The folder of the embedded database, uploaded files and unsent mail.'),
  ...databaseSettings,
  ...processSettings,
  SMTP_URL: optional(
    url(['smtp:', 'smtps:']),
    'The mail server. Unset: each email is written to DATA_DIR/outbox and its links are logged.',
    true,
  ),
  MAIL_FROM: setting(
    'no-reply@localhost',
    text(3, 200),
    'The sender of every email: an address, or `Name <address>`. Without a name, the sender is called BRAND_NAME.',
  ),
  MAIL_WEBHOOK_SECRET: optional(
    tokens(),
    'Bearer token of POST /api/mail/bounces, where the mail provider reports bounces; several are separated by commas, while you rotate it. Unset: the call answers 404.',
    true,
  ),
  OPERATOR_NAME: optional(
    text(1, 120),
    'The person or company that runs this installation, for the legal pages. Unset: what an admin has entered, or else BRAND_NAME.',
  ),
  OPERATOR_ADDRESS: optional(
    text(5, 300),
    "The operator's postal address, for the legal pages and the contact page. Unset: what an admin has entered.",
  ),
  OPERATOR_EMAIL: optional(
    z.email('must be an email address'),
    'The address on the legal pages and the recipient of the contact form. Unset: what an admin has entered; without that, the pages show none, and the form mails ADMIN_EMAIL or else the address of MAIL_FROM.',
  ),
  OPERATOR_AGENT: optional(
    text(1, 300),
    'The designated agent for copyright notices, with address. Unset: the operator.',
  ),
  OPERATOR_RECORDS: optional(
    text(1, 300),
    'The custodian of records under 18 U.S.C. 2257, with address. Unset: the operator.',
  ),
  DEMO_DATA: optional(
    flag(),
    'Fill an empty database with demo content. Unset: only when DATABASE_URL is unset and PUBLIC_URL is this machine.',
  ),
  ADMIN_EMAIL: optional(z.email('must be an email address'), 'The first admin: created or promoted at start.'),
  ADMIN_PASSWORD: optional(
    text(8, 30).regex(/[\p{L}\p{N}]/u, 'must contain a letter or a digit'),
    'The password of ADMIN_EMAIL when its account is created.',
    true,
  ),
  ...oidcSettings,
  LEDGER_ROOTS_FOLDER: optional(
    text(1, 400),
    'A folder outside this machine, such as a network share, to which each signed root of the ledger is written.',
  ),
  LEDGER_ROOTS_URL: optional(
    url(['http:', 'https:']),
    'An address to which each signed root of the ledger is posted as text/plain, until it answers with 2xx.',
    true,
  ),
  ...holdingSettings,
  REFUND_FRAUD_WARNINGS: setting(
    'off',
    flag(),
    'Refund a payment when the bank of the card warns of fraud, before it becomes a dispute.',
  ),
  PLATFORM_FEE_PERCENT: setting(
    '5',
    number(0, 50),
    "The fee in percent, taken from the creator's share when a pool completes.",
  ),
  MIN_PLEDGE_CENTS: setting('300', integer(50, 1_000_000), 'The smallest pledge, in cents.'),
  FUNDING_MIN_WINDOW: setting('P1D', duration(), 'The shortest time a pool may collect pledges.'),
  FUNDING_MAX_WINDOW: setting('P90D', duration(), 'The longest time a pool may collect pledges.'),
  RESPONSE_WINDOW: setting(
    'P7D',
    duration(),
    "The creator's time to accept or decline once the goal is met. An accepted pool waits as long for the creator's payout account.",
  ),
  PAYMENT_WINDOW: setting('P7D', duration(), 'The time to settle every charge after collecting starts.'),
  SETUP_WINDOW: setting('PT24H', duration(), 'A pledge without a verified card is released after this time.'),
  SHORTFALL_WINDOW: setting(
    'PT72H',
    duration(),
    'How long the creator has to go ahead after less than the floor was paid.',
  ),
  DELIVERY_DAY: setting('P1D', duration(), 'The length of one delivery day. Shorter only in tests.'),
  DELIVERY_GRACE: setting('PT72H', duration(), 'The time after the delivery date before everyone is refunded.'),
  QUIET_PERIOD: setting('PT72H', duration(), 'The time after the delivery before the creator is paid.'),
  REMINDER_INTERVAL: setting('PT48H', duration(), 'The time between two reminders of a payment due.'),
  DELIVERY_REVIEW: setting(
    'manual',
    z.enum(['manual', 'auto']),
    'Whether an admin reviews each delivery before fans see it.',
  ),
  ...cardSettings,
  ...storageSettings,
  ...backupSettings,
  ...legalSettings,
  ...signInSettings,
  ...allowSettings,
  RATE_LIMITS: setting(
    '1',
    z.union([z.literal('off').transform(() => 0), number(0.01, 1_000_000)]),
    'A factor for every rate limit; `off` for load tests.',
  ),
  TRUSTED_PROXIES: setting('', proxies(), 'The addresses of reverse proxies whose X-Forwarded-For is trusted.'),
  METRICS_TOKEN: optional(
    tokens(),
    'Bearer token of GET /metrics; several are separated by commas, while you rotate it. Unset: only programs on this machine can read it, at http://localhost:PORT/metrics and not through a proxy.',
    true,
  ),
  ...translateSettings,
  ...traceSettings,
  LOG_LEVEL: setting(
    'info',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'The lowest level that is logged.',
  ),
} satisfies Record<string, Setting<unknown>>;

type Values = ValuesOf<typeof settings>;

/** Every invalid setting, one per line. `readConfig` throws nothing else. */
export class InvalidConfig extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `${problems.length === 1 ? '1 setting is' : `${problems.length} settings are`} invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.name = 'InvalidConfig';
    this.problems = problems;
  }
}

function readValues(env: Record<string, string | undefined>, problems: string[]): Partial<Values> {
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(settings)) {
    const given = env[name]?.trim() || fallback;
    if (given === undefined) continue;
    const result = (schema as z.ZodType).safeParse(given);
    if (result.success) values[name] = result.data;
    else for (const issue of result.error.issues) problems.push(`${name} ${issue.message}`);
  }
  return values as Partial<Values>;
}

function crossCheck(values: Partial<Values>, problems: string[]): void {
  problems.push(...oidcProblems(values, isThisMachine));
  if (values.ADMIN_PASSWORD && !values.ADMIN_EMAIL) problems.push('ADMIN_PASSWORD needs ADMIN_EMAIL');
  // An invalid duration is undefined, which compares as false.
  if (Number(values.FUNDING_MIN_WINDOW) > Number(values.FUNDING_MAX_WINDOW)) {
    problems.push('FUNDING_MIN_WINDOW must not be longer than FUNDING_MAX_WINDOW');
  }
  checkCards(values, problems);
  problems.push(
    ...databaseProblems(values),
    ...backupProblems(values),
    ...s3Problems(values),
    ...translateProblems(values),
    ...allowProblems(values),
  );
  if (values.PUBLIC_URL && new URL(values.PUBLIC_URL).pathname !== '/') problems.push('PUBLIC_URL must have no path');
}

function isThisMachine(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

/** Reads and checks the environment. Throws `InvalidConfig` with every invalid setting at once. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const problems: string[] = [];
  const partial = readValues(env, problems);
  crossCheck(partial, problems);
  if (problems.length > 0) throw new InvalidConfig(problems);
  const values = partial as Values;
  const cards = cardsOf(values);
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin;
  const demoData = values.DEMO_DATA ?? (!values.DATABASE_URL && isThisMachine(publicUrl));
  return {
    nodeEnv: values.NODE_ENV,
    /** The names of the settings that the environment sets. */
    givenSettings: Object.keys(settings).filter((name) => env[name]?.trim()),
    brandName: values.BRAND_NAME,
    port: values.PORT,
    host: values.HOST,
    /** An origin, without a slash at the end. */
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    /** PUBLIC_URL is localhost or the like. */
    onThisMachine: isThisMachine(publicUrl),
    dataDir: resolve(values.DATA_DIR),
    ...databaseOf(values),
    ...processesOf(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: senderOf(values.MAIL_FROM, values.BRAND_NAME),
    mailWebhookSecrets: values.MAIL_WEBHOOK_SECRET ?? [],
    /** Override what an admin has entered; read them with `readOperator`. */
    operatorSettings: {
      name: values.OPERATOR_NAME ?? null,
      address: values.OPERATOR_ADDRESS ?? null,
      email: values.OPERATOR_EMAIL ?? null,
      agent: values.OPERATOR_AGENT ?? null,
      records: values.OPERATOR_RECORDS ?? null,
    },
    /** Where messages to an operator without an email go. */
    adminContact: values.ADMIN_EMAIL ?? addressOf(values.MAIL_FROM),
    demoData,
    locales:
      values.LOCALES ??
      (demoData && values.NODE_ENV !== 'test' ? allLocales.filter((tag) => tag !== 'en-XA') : ['en' as const]),
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    ...oidcOf(values),
    ...holdingOf(values),
    /** Where roots are copied to. */
    ledgerRoots: { folder: values.LEDGER_ROOTS_FOLDER, url: values.LEDGER_ROOTS_URL },
    platformFeePercent: values.PLATFORM_FEE_PERCENT,
    refundFraudWarnings: values.REFUND_FRAUD_WARNINGS,
    minPledgeCents: values.MIN_PLEDGE_CENTS,
    windows: {
      fundingMinMs: values.FUNDING_MIN_WINDOW,
      fundingMaxMs: values.FUNDING_MAX_WINDOW,
      responseMs: values.RESPONSE_WINDOW,
      paymentMs: values.PAYMENT_WINDOW,
      setupMs: values.SETUP_WINDOW,
      shortfallMs: values.SHORTFALL_WINDOW,
      deliveryDayMs: values.DELIVERY_DAY,
      deliveryGraceMs: values.DELIVERY_GRACE,
      quietMs: values.QUIET_PERIOD,
      reminderMs: values.REMINDER_INTERVAL,
      deliveryReview: values.DELIVERY_REVIEW,
    },
    ...cards,
    ...storageOf(values),
    ...backupOf(values),
    ...legalOf(values),
    ...signInOf(values, cards.cards),
    /** 0 means off. */
    rateLimitFactor: values.RATE_LIMITS,
    ...allowOf(values),
    trustedProxies: values.TRUSTED_PROXIES,
    metricsTokens: values.METRICS_TOKEN ?? [],
    ...translateOf(values),
    ...tracesOf(values),
    logLevel: values.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof readConfig>;
