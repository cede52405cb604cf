import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { scopesFor } from '#contract/scopes.ts';
import { tokensMax } from '#contract/token-limits.ts';
import type { ApiToken, tokenForm } from '#contract/tokens.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { showToken } from './show-token.ts';
import { tokenCreatedEmail } from './token-emails.ts';
import { newApiToken } from './token-format.ts';
import { countTokens, insertToken } from './tokens.sql.ts';

/**
 * Creates an API token and mails its owner. Only this answer has the text of the token. The endpoint requires a fresh proof. Throws
 * too_many_tokens, rate_limited, and validation_failed for a scope of another role.
 */
export async function createToken(
  context: Platform,
  request: RequestContext,
  form: z.output<typeof tokenForm>,
): Promise<{ token: string; item: ApiToken }> {
  const { config, db, limits, log, mail } = context;
  const actor = signedIn(request);
  // Each one sends an email.
  await limits.limiter('new API tokens', { points: 200, perMs: 24 * 60 * 60_000 }).consume(actor.userId);
  const token = newApiToken();
  const row = await db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    const allowed = scopesFor(user.role);
    if (!form.scopes.every((scope) => allowed.includes(scope))) {
      const message = () => t`Only admins can give a token the scope admin:read.`;
      throw appError('validation_failed', { message, fields: { scopes: message } });
    }
    if ((await countTokens(tx, user.id)) >= tokensMax) throw appError('too_many_tokens');
    const stored = await insertToken(tx, { ...form, userId: user.id, tokenHash: hashToken(token) });
    const { userAgent } = request;
    await mail.send(tx, {
      to: user,
      compose: () => tokenCreatedEmail(config, user.username, { ...stored, userAgent }),
      messageId: `api-token-${stored.id}`,
    });
    return stored;
  });
  const { requestId } = request;
  log.info({ event: 'api_token_created', userId: actor.userId, tokenId: row.id, requestId }, 'API token created');
  return { token, item: showToken(row) };
}
