import { resolveTxt } from 'node:dns/promises';
import { type Area, type Finding, ok, problem, reasonOf, warning } from '#server/health/checkup.ts';
import type { Config } from '#server/platform/config/config.ts';
import { addressOf } from '#server/platform/mail/email-address.ts';
import { verifyMailServer } from '#server/platform/mail/mail.ts';

/** Selectors under which mail providers publish DKIM keys. A key under another selector cannot be found by DNS. */
const selectors = [
  'default',
  'mail',
  'dkim',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'pm',
  'mx',
  'resend',
  'sendgrid',
  'fm1',
  'zoho',
  'smtp',
];

/** The mail server, the sender, and the DNS records that keep mail out of spam folders. */
export function mailChecks(config: Config): Area {
  const { smtpUrl, mailFrom, publicUrl, mailWebhookSecrets } = config;
  const domain = addressOf(mailFrom).split('@')[1]?.toLowerCase() ?? '';
  const isPublic = domain.includes('.');
  return {
    area: 'Mail',
    checks: [
      { name: 'Mail server', run: () => mailServer(smtpUrl) },
      { name: 'Sender', run: () => judgeSender(domain, new URL(publicUrl).hostname) },
      { name: 'SPF', run: async () => (isPublic ? judgeSpf(domain, await textsOf(domain)) : undefined) },
      { name: 'DKIM', run: async () => (isPublic ? judgeDkim(domain, await dkimKeys(domain)) : undefined) },
      { name: 'DMARC', run: async () => (isPublic ? judgeDmarc(domain, await dmarcOf(domain)) : undefined) },
      { name: 'Bounces', run: () => bounces(mailWebhookSecrets) },
    ],
  };
}

async function mailServer(smtpUrl: string | undefined): Promise<Finding> {
  if (!smtpUrl) return problem('Set SMTP_URL; without it no fan can confirm an email address or get a receipt.');
  try {
    await verifyMailServer(smtpUrl);
    return ok('The mail server accepts our sign-in.');
  } catch (error) {
    return problem(`The mail server refuses us (${reasonOf(error)}); correct SMTP_URL.`);
  }
}

/** Whether one of the domains contains the other, or both belong to the same parent of at least two labels. */
export function judgeSender(domain: string, siteHost: string): Finding {
  if (!domain.includes('.')) return problem('MAIL_FROM has no public domain; set it to an address at your domain.');
  const site = siteHost.replace(/^www\./, '');
  const parent = site.split('.').slice(-2).join('.');
  const related = domain === parent || domain.endsWith(`.${parent}`);
  if (related) return ok(`Mail comes from ${domain}.`);
  return warning(`Mail comes from ${domain}, but the site is ${siteHost}; fans trust mail from the site's own domain.`);
}

export function judgeSpf(domain: string, texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (records.length === 0)
    return warning(`${domain} has no SPF record; add the one that your mail provider gives you.`);
  if (records.length > 1)
    return warning(`${domain} has ${records.length} SPF records, which counts as none; merge them.`);
  if (/\s\+?all\s*$/i.test(records[0] ?? ''))
    return warning(`The SPF record of ${domain} allows every sender; end it with ~all.`);
  return ok(`${domain} has an SPF record.`);
}

export function judgeDkim(domain: string, keys: readonly string[]): Finding {
  if (keys.length > 0) return ok(`${domain} has a DKIM key (${keys.join(', ')}).`);
  return warning(
    `No DKIM key of ${domain} was found under the usual selectors; send yourself an email and look for dkim=pass in its headers.`,
  );
}

export function judgeDmarc(domain: string, texts: readonly string[]): Finding {
  const record = texts.find((text) => /^v=DMARC1\b/i.test(text));
  if (!record)
    return warning(`${domain} has no DMARC record; add "v=DMARC1; p=quarantine" as TXT of _dmarc.${domain}.`);
  if (/;\s*p=none\b/i.test(record))
    return warning(`DMARC of ${domain} only observes (p=none); use p=quarantine once your mail passes.`);
  return ok(`${domain} has a DMARC record.`);
}

function bounces(secrets: readonly string[]): Finding {
  if (secrets.length > 0) return ok('The mail provider can report bounces to /api/mail/bounces.');
  return warning(
    'Set MAIL_WEBHOOK_SECRET and let your mail provider report bounces, or addresses that refuse mail stay unknown.',
  );
}

async function textsOf(name: string): Promise<string[]> {
  const records = await resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(''));
}

async function dkimKeys(domain: string): Promise<string[]> {
  const results = await Promise.all(
    selectors.map(async (selector) => {
      const texts = await textsOf(`${selector}._domainkey.${domain}`);
      return texts.some((text) => /\bp=[A-Za-z0-9+/]/.test(text)) ? selector : undefined;
    }),
  );
  return results.filter((selector) => selector !== undefined);
}

/** A subdomain without a record inherits the one of its parent. */
async function dmarcOf(domain: string): Promise<string[]> {
  const own = await textsOf(`_dmarc.${domain}`);
  return own.length > 0 ? own : textsOf(`_dmarc.${domain.split('.').slice(-2).join('.')}`);
}
