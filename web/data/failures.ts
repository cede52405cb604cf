import {
  AppError,
  type ErrorCode,
  type ErrorDetails,
  type ErrorTexts,
  generalMessages,
  isErrorCode,
  languageHeader,
  type SavedState,
  type Winner,
} from '#contract/app-error.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { currentLanguage, msg, textOf } from '#contract/language/text.ts';
import { referenceOf } from '#contract/values/ids.ts';
import { failureMessage, statusLine, statusTextOf } from '#web/ui/failure-message.ts';

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'validation_failed',
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  429: 'rate_limited',
  503: 'unavailable',
};

const isMarkup = (text: string) => text.startsWith('<');
const isJsonObject = (text: string) => text.startsWith('{');

/** The headers by which the server adds the texts of an error in the language of this tab. */
export function languageHeaders(): Record<string, string> {
  const language = currentLanguage();
  return language ? { [languageHeader]: language.locale } : {};
}

/** A refusal with the texts in the language of this tab, if the server sent them. */
export const inOwnLanguage = <T extends { translated?: unknown }>(refusal: T): T => ({
  ...refusal,
  ...(refusal.translated as Partial<T>),
});

/** The readable text of a body: the `message` of a JSON body, else the plain text. Empty for JSON without a message and for a proxy's HTML page. */
function readableText(text: string, message: unknown): string {
  if (typeof message === 'string') return message;
  const trimmed = text.trim();
  return isMarkup(trimmed) || isJsonObject(trimmed) ? '' : trimmed;
}

type Body = Record<'code' | 'message' | 'fields' | 'winner' | 'current' | 'translated', unknown>;

function parsed(text: string): Partial<Body> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * A failed response as an AppError. The message is the body's text, or the status code and status text if the body has none
 * (specification 8, the generic helper).
 */
export function responseError(
  status: number,
  sentStatusText: string,
  bodyText: string,
  requestId?: string | null,
): AppError {
  const body = inOwnLanguage(parsed(bodyText));
  const code = isErrorCode(body.code)
    ? body.code
    : (codeOfStatus[status] ?? (status < 500 ? 'validation_failed' : 'internal'));
  const statusText = statusTextOf(status, sentStatusText);
  const text = readableText(bodyText, body.message);
  return new AppError(code, {
    message: text || statusLine(status, statusText),
    fields: body.fields as ErrorTexts['fields'],
    ...(status >= 500 && requestId ? { reference: referenceOf(requestId) } : {}),
    winner: body.winner as Winner | undefined,
    current: body.current as SavedState | undefined,
    answer: { status, statusText, text },
  });
}

/** The text of the response body, or empty if it had none. Errors without a response return their message. */
export function bodyTextOf({ message, details }: AppError): string {
  return details.answer?.text ?? message;
}

const noConnection = msg`No connection to the server. Check your network and try again.`;

/** The error of a call that got no response at all. */
export const unreachable = () => new AppError('unavailable', { message: textOf(noConnection), isUnreachable: true });

/** An error of the browser, without a response. */
export const ownError = (code: keyof typeof generalMessages) =>
  new AppError(code, { message: textOf(generalMessages[code]) });

/** True if no response came at all, so the message is not the server's. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.details.isUnreachable === true;
}

/**
 * Converts any thrown value to an AppError. Checks the shape instead of the class: on the server the error comes from another bundle
 * with its own class, and after hydration it is plain data.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, message, details } = Object(error) as { code?: unknown; message?: string; details?: ErrorDetails };
  if (!isErrorCode(code)) return ownError('internal');
  return new AppError(code, { ...details, message: message || textOf(generalMessages.internal) });
}

const isRefusal = (error: unknown) =>
  error instanceof AppError || (error instanceof Error && isErrorCode((error as { code?: unknown }).code));

/**
 * The error of a failed read. Its message is the endpoint's fixed sentence (specification 8, "Failed loads"), else the status with its
 * text. `cause` holds the server's original error. Aborts, lost connections and bugs pass unchanged.
 */
export function loadFailure({ loadFailure: fixed }: AnyEndpoint, error: unknown): unknown {
  if (!isRefusal(error) || isUnreachable(error)) return error;
  const refusal = asAppError(error);
  const failure = new AppError(refusal.code, {
    ...refusal.details,
    message: fixed ? textOf(fixed) : failureMessage(refusal),
  });
  failure.cause = refusal;
  return failure;
}

/** The server's original error behind a failed read, with the server's message. */
export function refusalOf(error: unknown): AppError {
  const { cause } = Object(error) as { cause?: unknown };
  return asAppError(isRefusal(cause) ? cause : error);
}
