import { type Area, type Finding, ok, problem, warning } from '#server/health/checkup.ts';
import { readLegalTexts } from '#server/operator/legal-texts/read-legal-texts.ts';
import { missingSettings } from '#server/operator/missing-settings.ts';
import type { Config } from '#server/platform/config/config.ts';
import { readOperator } from '#server/platform/operator/read-operator.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The lines that follow from the settings. `readConfig` has already validated each of them. */
export function settingChecks(config: Config, db?: Pick<Platform['db'], 'sql'>): Area {
  return {
    area: 'Settings',
    checks: [
      { name: 'Configuration', run: () => ok('Every setting is valid.') },
      { name: 'Environment', run: () => environment(config) },
      { name: 'Public address', run: () => publicAddress(config) },
      { name: 'Operator', run: () => operatorLines(config, db) },
      { name: 'Legal pages', run: () => legalPages(config) },
      { name: 'Secrets', run: () => secrets(config) },
      { name: 'First admin password', run: () => adminPassword(config) },
      { name: 'Rate limits', run: () => rateLimits(config) },
      { name: 'Reverse proxy', run: () => proxy(config) },
    ],
  };
}

function environment({ nodeEnv }: Config): Finding {
  if (nodeEnv === 'production') return ok('NODE_ENV is production.');
  return problem(`NODE_ENV is ${nodeEnv}; set NODE_ENV=production.`);
}

function publicAddress({ publicUrl, secure, onThisMachine }: Config): Finding {
  if (onThisMachine) return problem(`PUBLIC_URL is ${publicUrl}; set it to the https address that visitors use.`);
  if (!secure) return problem(`PUBLIC_URL is ${publicUrl}; card processors and browsers require an https address.`);
  return ok(`PUBLIC_URL is ${publicUrl}.`);
}

/**
 * One line for each missing detail of the operator. The law requires name and address; only adult pools need the records key. Without a
 * database, or before its migration, only the settings count.
 */
async function operatorLines(config: Config, db: Pick<Platform['db'], 'sql'> | undefined) {
  const stored = db ? await readOperator({ config, db }).catch(() => undefined) : undefined;
  const missing = missingSettings(config, stored ?? config.operatorSettings);
  if (missing.length === 0) return ok("The operator's legal details are set.");
  return missing.map(({ name, without }) => {
    const judge = name === 'RECORDS_KEY' ? warning : problem;
    const how = name === 'RECORDS_KEY' ? `Set ${name}.` : `Set ${name}, or enter it in the setup checklist.`;
    return { name, ...judge(`${how} ${without}`) };
  });
}

function legalPages(config: Config) {
  const { count, faults } = readLegalTexts(config);
  if (faults.length > 0) return faults.map((fault) => ({ name: 'Legal pages', ...problem(`${fault}.`) }));
  if (!config.legalFolder) return ok('LEGAL_FOLDER is not set: the legal pages are in English.');
  if (count === 0) return warning(`LEGAL_FOLDER is ${config.legalFolder}, but it has no translation.`);
  return ok(`LEGAL_FOLDER has ${count} ${count === 1 ? 'translation' : 'translations'}.`);
}

/** The schemas enforce the length. This finds secrets that a person typed instead of generating them. */
export const looksGuessable = (secret: string) => new Set(secret.toLowerCase()).size < 8;

function secrets({ performerRecords, mailWebhookSecrets, metricsTokens }: Config): Finding {
  const given = {
    RECORDS_KEY: performerRecords.key ? [performerRecords.key] : [],
    MAIL_WEBHOOK_SECRET: mailWebhookSecrets,
    METRICS_TOKEN: metricsTokens,
  };
  const weak = Object.entries(given).filter(([, values]) => values.some(looksGuessable));
  if (weak.length > 0)
    return problem(`Generate new values with \`openssl rand -hex 32\` for ${weak.map(([name]) => name).join(', ')}.`);
  if (performerRecords.keyBefore)
    return warning('Run `npm run cli -- rotate-records-key`, then remove RECORDS_KEY_BEFORE.');
  const count = Object.values(given).filter((values) => values.length > 0).length;
  return ok(count === 0 ? 'No optional secret is set.' : 'The secrets that are set are long enough and look random.');
}

function adminPassword({ adminPassword: password }: Config): Finding {
  if (password) return warning('Remove ADMIN_PASSWORD from the settings once the first admin can sign in.');
  return ok('ADMIN_PASSWORD is not kept in the settings.');
}

function rateLimits({ rateLimitFactor }: Config): Finding {
  if (rateLimitFactor === 0) return problem('RATE_LIMITS is off; remove it, or anyone can test stolen cards here.');
  if (rateLimitFactor > 10)
    return warning(`RATE_LIMITS is ${rateLimitFactor}; remove it unless you know why you need it.`);
  return ok('Rate limits are on.');
}

function proxy({ trustedProxies, secure }: Config): Finding {
  if (trustedProxies.length > 0) return ok(`${trustedProxies.join(', ')} may state the visitor's address.`);
  if (!secure) return ok('No reverse proxy is trusted.');
  return warning("Set TRUSTED_PROXIES to your proxy's address; otherwise all visitors share one rate limit.");
}
