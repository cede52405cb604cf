import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { knownEmailField } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish, msg, verbatim } from '#contract/language/text.ts';
import { validationError } from '#server/platform/http/errors.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';

const reportBytes = 1024 * 1024;

/** Providers differ; their own format becomes this one in a few lines at the provider or in a proxy. */
const bounceForm = z.object({
  bounces: z
    .array(
      z.object({
        address: knownEmailField,
        /** Only hard bounces and complaints stop mail. */
        type: z.enum(['hard', 'soft', 'complaint']),
        diagnostic: z.string().max(2000).default(''),
      }),
    )
    .min(1)
    .max(1000),
});

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Receives bounces from the mail provider, as JSON or as a delivery status notification. */
export function bounceRoutes({ config, limits, mail }: Platform): RawRoutes {
  function requireSecret(authorization: string | undefined): void {
    if (config.mailWebhookSecrets.length === 0) throw appError('not_found');
    const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
    // Hashes have equal lengths, so the comparison takes the same time for every token.
    if (!config.mailWebhookSecrets.some((secret) => timingSafeEqual(digest(given), digest(secret)))) {
      throw appError('not_signed_in', {
        message: () => verbatim('Send the token from MAIL_WEBHOOK_SECRET as a bearer token.'),
      });
    }
  }

  async function recordJson(body: Buffer): Promise<number> {
    const form = bounceForm.safeParse(parseJson(body));
    if (!form.success) throw validationError(form.error, () => form.error);
    const final = form.data.bounces.filter(({ type }) => type !== 'soft');
    for (const { address, diagnostic, type } of final) {
      const complaint = inEnglish(
        type === 'complaint' ? msg`The recipient reported our mail as spam.` : msg`The address refused mail.`,
      );
      await mail.bounces.record({ address, diagnostic: diagnostic || complaint });
    }
    return final.length;
  }

  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.post(
      '/api/mail/bounces',
      { bodyLimit: reportBytes, config: { fromAnywhere: true } },
      async ({ body, headers, ip }) => {
        await limits.limiter('report bounces', { points: 600, perMs: 60_000 }).consume(addressKey(ip));
        requireSecret(headers.authorization);
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const isReport = /^message\/rfc822\b/i.test(headers['content-type'] ?? '');
        return { recorded: isReport ? (await mail.bounces.recordReport(raw)).length : await recordJson(raw) };
      },
    );
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw appError('validation_failed', {
      message: () => verbatim('Send JSON, or a delivery status notification as message/rfc822.'),
    });
  }
}
