import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, test } from 'vitest';
import { InvalidConfig, readConfig, settings } from './config.ts';
import { parseDuration } from './fields.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
  return [];
}

test('runs on localhost with demo content by default', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    secure: false,
    demoData: true,
    role: 'all',
    platformFeePercent: 5,
    minPledgeCents: 300,
    adultContent: true,
  });
  expect(config.windows).toMatchObject({ responseMs: 604_800_000, quietMs: 259_200_000, deliveryReview: 'manual' });
});

test.each([
  [{}, 'Fanfare <no-reply@localhost>'],
  [{ BRAND_NAME: 'Chorus' }, 'Chorus <no-reply@localhost>'],
  [{ BRAND_NAME: 'Chorus', MAIL_FROM: 'pledges@chorus.example' }, 'Chorus <pledges@chorus.example>'],
  [{ BRAND_NAME: 'Chorus', MAIL_FROM: '<pledges@chorus.example>' }, 'Chorus <pledges@chorus.example>'],
  [{ BRAND_NAME: 'Ask, "then" sing', MAIL_FROM: 'a@b.example' }, '"Ask, \\"then\\" sing" <a@b.example>'],
  [{ BRAND_NAME: 'Chorus', MAIL_FROM: 'The choir <a@b.example>' }, 'The choir <a@b.example>'],
])('names the sender of emails after the product, unless MAIL_FROM names it: %o', (env, sender) => {
  expect(readConfig(env).mailFrom).toBe(sender);
});

test('allows demo content by default only with the embedded database on localhost', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).demoData).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://example.com' }).demoData).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://example.com', DEMO_DATA: '1' }).demoData).toBe(true);
});

test('lists every invalid setting by name at once', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    PUBLIC_URL: 'example.com',
    QUIET_PERIOD: '3 days',
    GOOGLE_CLIENT_ID: 'x',
    RATE_LIMITS: 'many',
    TRUSTED_PROXIES: '10.0.0.0/8, proxy.local',
    NODE_ENV: 'production',
    ROLE: 'worker',
  });
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'QUIET_PERIOD',
    'GOOGLE_CLIENT_ID',
    'RATE_LIMITS',
    'TRUSTED_PROXIES',
    'sandbox',
    'ROLE',
  ]) {
    expect(
      problems.filter((problem) => problem.includes(name)),
      name,
    ).toHaveLength(1);
  }
});

test('refuses networks that the server could not use', () => {
  const proxies = '10.0.0.0/8, 192.168.1.1, fd00::/8, 10.0.0.0/255.0.0.0';
  expect(readConfig({ TRUSTED_PROXIES: proxies }).trustedProxies).toHaveLength(4);
  for (const text of ['10.0.0.0/99', '10.0.0.0/', 'fd00::/129', '10.0.0.0/8/8']) {
    expect(problemsOf({ TRUSTED_PROXIES: text }), text).toEqual([
      'TRUSTED_PROXIES must be IP addresses or networks, separated by commas',
    ]);
  }
});

describe('sign-in providers', () => {
  const acme = {
    id: 'acme',
    label: 'Acme',
    issuer: 'https://id.acme.example/realms/all',
    clientId: 'site',
    clientSecret: 'hush-hush',
  };
  const read = (...list: unknown[]) => readConfig({ OIDC_PROVIDERS: JSON.stringify(list) }).signInProviders;
  const problems = (...list: unknown[]) => problemsOf({ OIDC_PROVIDERS: JSON.stringify(list) });

  test('are Google first, then the others', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    const config = readConfig({ ...google, OIDC_PROVIDERS: JSON.stringify([acme]) });
    expect(config.signInProviders.map(({ id, label }) => [id, label])).toEqual([
      ['google', 'Google'],
      ['acme', 'Acme'],
    ]);
    expect(readConfig({}).signInProviders).toEqual([]);
    expect(read(acme)).toEqual([acme]);
  });

  test.each<[string, unknown[]]>([
    ['must be a JSON list', ['not JSON']],
    ['entry 1, id:', [{ ...acme, id: 'google' }]],
    ['entry 1, id:', [{ ...acme, id: 'Acme Inc' }]],
    ['entry 2, label:', [acme, { ...acme, id: 'b', label: '' }]],
    ['entry 1, label:', [{ ...acme, label: 'Ac\u202eme' }]],
    ['entry 1, issuer:', [{ ...acme, issuer: 'acme.example' }]],
    ['entry 1, issuer:', [{ ...acme, issuer: 'https://acme.example/?a=b' }]],
    ['entry 1, clientSecret:', [{ ...acme, clientSecret: undefined }]],
    ['entry 1:', [{ ...acme, scope: 'all' }]],
    ['entry 1:', ['acme']],
    ['must be https', [{ ...acme, issuer: 'http://acme.example' }]],
    ['the same id', [acme, { ...acme, label: 'B', issuer: 'https://b.example' }]],
    ['the same label', [acme, { ...acme, id: 'b', label: 'ACME', issuer: 'https://b.example' }]],
    ['the same issuer', [acme, { ...acme, id: 'b', label: 'B', issuer: `${acme.issuer}/` }]],
    [
      'at most 5',
      Array.from({ length: 6 }, (_, n) => ({ ...acme, id: `a${n}`, label: `A${n}`, issuer: `https://${n}.example` })),
    ],
  ])('are refused: %s', (problem, list) => {
    const found = list[0] === 'not JSON' ? problemsOf({ OIDC_PROVIDERS: '[{' }) : problems(...list);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toContain(problem);
    expect(found.join('\n')).toContain('OIDC_PROVIDERS');
    expect(found.join('\n')).not.toContain('hush-hush');
  });

  test('are refused with the issuer of Google, if Google is set up', () => {
    const list = JSON.stringify([{ ...acme, issuer: 'https://accounts.google.com/' }]);
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(problemsOf({ OIDC_PROVIDERS: list, ...google }).join()).toContain('that of Google');
    expect(problemsOf({ OIDC_PROVIDERS: list })).toEqual([]);
  });
});

test('refuses a public key of backups with a typo', async () => {
  const keys = [
    await identityToRecipient(await generateX25519Identity()),
    await identityToRecipient(await generateHybridIdentity()),
  ];
  expect(readConfig({ BACKUP_RECIPIENTS: keys.join(',') }).backup.recipients).toEqual(keys);
  for (const key of keys) {
    const typo = `${key.slice(0, -1)}${key.endsWith('q') ? 'p' : 'q'}`;
    for (const text of [typo, key.slice(0, -1), 'age1xyz']) {
      expect(problemsOf({ BACKUP_RECIPIENTS: text }), text).toEqual([
        'BACKUP_RECIPIENTS must be public keys of age, separated by commas',
      ]);
    }
  }
});

test('refuses a shortest funding time above the longest one', () => {
  expect(problemsOf({ FUNDING_MIN_WINDOW: 'P100D' })).toEqual([
    'FUNDING_MIN_WINDOW must not be longer than FUNDING_MAX_WINDOW',
  ]);
  expect(problemsOf({ FUNDING_MIN_WINDOW: 'P90D' })).toEqual([]);
});

test('knows which adapters may take payments for adult pools', () => {
  expect(readConfig({})).toMatchObject({ adultContent: true, cards: { main: 'sandbox', adult: undefined } });
  expect(readConfig({ ADULT_CARDS: 'sandbox', ADULT_CONTENT: 'off' })).toMatchObject({
    adultContent: false,
    cards: { adult: 'sandbox' },
  });
  expect(problemsOf({ ADULT_CARDS: 'stripe' }).join()).toContain('ADULT_CARDS');
  expect(problemsOf({ ADULT_CONTENT: 'maybe' })).toEqual(['ADULT_CONTENT must be on or off']);
});

test('takes cards through Stripe when its key is set', () => {
  const stripe = { STRIPE_SECRET_KEY: 'rk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' };
  expect(readConfig({ ...stripe, NODE_ENV: 'production' })).toMatchObject({
    adultContent: false,
    cards: { main: 'stripe' },
    stripe: { live: false, webhookSecrets: ['whsec_new', 'whsec_old'], callsPerSecond: 20 },
  });
  expect(problemsOf({ STRIPE_SECRET_KEY: 'pk_test_abc', NODE_ENV: 'production' })).toHaveLength(1);
  expect(problemsOf({ STRIPE_WEBHOOK_SECRET: 'whsec_new' })).toEqual(['STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY']);
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_API_BASE: 'http://127.0.0.1:1' })).toEqual([
    'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_BASE is for tests only: it needs a test key',
    'A live STRIPE_SECRET_KEY needs an https PUBLIC_URL',
  ]);
});

test('refuses an admin password that no account may have', () => {
  const admin = { ADMIN_EMAIL: 'admin@example.org' };
  expect(problemsOf({ ...admin, ADMIN_PASSWORD: '!?!?!?!?' })).toEqual([
    'ADMIN_PASSWORD must contain a letter or a digit',
  ]);
  expect(problemsOf({ ...admin, ADMIN_PASSWORD: 'é!!!!!!!' })).toEqual([]);
});

test('treats empty as unset, and derives `secure` from the scheme of PUBLIC_URL', () => {
  const config = readConfig({ SMTP_URL: '', PUBLIC_URL: 'https://fanfare.example/', RATE_LIMITS: 'off' });
  expect(config).toMatchObject({
    smtpUrl: undefined,
    secure: true,
    publicUrl: 'https://fanfare.example',
    rateLimitFactor: 0,
  });
});

test('durations are ISO 8601', () => {
  expect(parseDuration('PT5S')).toBe(5000);
  expect(parseDuration('PT0.5S')).toBe(500);
  expect(parseDuration('P1W2DT3H4M')).toBe(788_640_000);
  for (const text of ['', 'P', 'PT', '5', '7D', 'P7', 'PT5', 'P1Y']) expect(parseDuration(text), text).toBeUndefined();
});

test('sizes are decimal', () => {
  const quotaOf = (text: string) => readConfig({ UPLOAD_QUOTA_PER_POOL: text }).uploads.perPoolBytes;
  expect(['500MB', '1.5 GB', '2TB', '0MB'].map(quotaOf)).toEqual([500e6, 1.5e9, 2e12, 0]);
  for (const text of ['5', '5 gb', '-1GB', '1e3MB', '5GiB', '99999999TB']) {
    expect(problemsOf({ DISK_RESERVE: text }), text).toEqual([
      'DISK_RESERVE must be a size such as 500MB, 1.5GB or 2TB',
    ]);
  }
});

test('describes every setting', () => {
  for (const [name, { description }] of Object.entries(settings)) expect(description.length, name).toBeGreaterThan(15);
});
