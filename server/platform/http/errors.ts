import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, type ErrorCode, type ErrorTexts, type SavedState, type Winner } from '#contract/app-error.ts';
import { appError, errorMessages } from '#contract/errors.ts';
import { inEnglish, type Language, t, textOf } from '#contract/language/text.ts';
import { siteTexts } from '#contract/site-texts.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { isForReading, sendUnavailablePage } from '#server/platform/pages/unavailable-page.ts';
import { isTransient, isUnavailable } from '#server/platform/postgres/db.ts';

/** The body of every refusal. `message` and `fields` are English. */
interface ErrorBody extends ErrorTexts {
  code: ErrorCode;
  winner?: Winner;
  current?: SavedState;
  /** The texts in the language that the request names. */
  translated?: ErrorTexts;
}

function errorBody(error: AppError, language: Language | undefined): ErrorBody {
  const { fields, winner, current } = error.details;
  return {
    code: error.code,
    message: error.message,
    ...(fields ? { fields } : {}),
    ...(winner ? { winner } : {}),
    ...(current ? { current } : {}),
    ...translationOf(error, language),
  };
}

/** The texts of an error in a language, next to the English ones; nothing in English. */
export const translationOf = (error: AppError, language: Language | undefined): { translated?: ErrorTexts } =>
  language ? { translated: inLanguage(language, error.texts) } : {};

/** The same error with its texts in a language, for a page in that language; undefined is English. */
export function inPageLanguage(error: AppError, language: Language | undefined): AppError {
  const translated = new AppError(error.code, { ...error.details, ...inLanguage(language, error.texts) }, error.texts);
  // The log names the place of the error, and its English message.
  if (error.stack) translated.stack = error.stack;
  return translated;
}

/**
 * The errors of a form: a message per field, and the first one as the overall message, which clients show. A schema renders its messages
 * while it parses, so `parse` parses again in another language.
 */
export function validationError(error: z.ZodError, parse: () => z.ZodError | undefined): AppError {
  return new AppError('validation_failed', textsOfForm(error), () => textsOfForm(parse() ?? error));
}

function textsOfForm({ issues }: z.ZodError): ErrorTexts {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.map(String).join('.')] ??= message;
  return { message: issues[0]?.message ?? textOf(errorMessages.validation_failed), fields };
}

const codeByStatus: Record<number, ErrorCode> = {
  400: 'validation_failed',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Refusals by triggers: the account was deleted during the request (refuse-erased.sql); one active admin remains (keep-one-admin.sql). */
const raisedCodes: readonly [string, ErrorCode][] = [
  ['FF401', 'not_signed_in'],
  ['FF409', 'last_admin'],
];

/** Converts any error into one of the table. Unexpected errors become `internal`; only the log has their text. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return appError('internal');
  // 53100: the database's disk is full. Reads still work.
  if (isUnavailable(error) || isTransient(error) || hasCode(error, '53100'))
    return appError('unavailable', { retryAfterS: 2 });
  // 22021, 22P05: a character that the database cannot store, which is only ever NUL.
  if (hasCode(error, '22021', '22P05')) {
    return appError('validation_failed', { message: () => t`This text contains a character that can’t be stored.` });
  }
  const raised = raisedCodes.find(([code]) => hasCode(error, code));
  if (raised) return appError(raised[1]);
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (hasCode(error, 'FST_ERR_CTP_INVALID_JSON_BODY') || error instanceof SyntaxError) {
    return status === 400
      ? appError('validation_failed', { message: () => t`The body is not valid JSON.` })
      : appError('internal');
  }
  if (status < 400 || status >= 500) return appError('internal');
  return appError(codeByStatus[status] ?? 'validation_failed');
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The default Retry-After of an error. */
export const usualRetryAfterS = 2;

/** RFC 6750, 3: why an API token was refused, or only that one is missing. */
const challenges: Partial<Record<ErrorCode, string>> = {
  not_signed_in: 'Bearer',
  token_invalid: 'Bearer error="invalid_token"',
  token_forbidden: 'Bearer error="insufficient_scope"',
};

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const { retryAfterS } = error.details;
  if (retryAfterS !== undefined) reply.header('Retry-After', String(retryAfterS));
  else if (error.status === 503) reply.header('Retry-After', String(usualRetryAfterS));
  const challenge = challenges[error.code];
  if (challenge) reply.header('WWW-Authenticate', challenge);
  return reply
    .status(error.status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, reply.request.fanfare?.language)));
}

/** The table's message is the same for every installation. */
function withBrand(error: AppError, brandName: string): AppError {
  if (error.message !== inEnglish(errorMessages.unavailable)) return error;
  const { retryAfterS } = error.details;
  return appError('unavailable', { retryAfterS, message: () => siteTexts.busy(brandName) });
}

interface ErrorHandlerOptions {
  log: Logger;
  brandName: string;
  secure: boolean;
}

/** Fastify's error handler. Sends JSON, or a page to browsers while the server is unavailable. Logs the cause of each 500. */
export function errorHandler({ log, brandName, secure }: ErrorHandlerOptions) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toAppError(error);
    if (refusal.status === 500)
      log.error({ err: error, requestId: request.id, route: request.routeOptions?.url }, 'request failed');
    if (refusal.status === 413) readOn(request, reply);
    if (refusal.code !== 'unavailable') return sendError(reply, refusal);
    log.warn({ err: error, requestId: request.id }, 'request failed: unavailable');
    if (!isForReading(request)) return sendError(reply, withBrand(refusal, brandName));
    const { retryAfterS = usualRetryAfterS } = refusal.details;
    return sendUnavailablePage(request, reply, { brandName, secure, retryAfterS });
  };
}

/**
 * Fastify closes the connection when it refuses an unread body. A client that is still sending would then see a broken connection
 * instead of the response, so the rest of the body is read and dropped, within the time limit of any body (`limitBodyTime`).
 */
function readOn(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}
