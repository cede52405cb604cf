import type { AppError } from '#contract/app-error.ts';
import { currentLanguage, type Message, msg, type Text, textOf, verbatim } from '#contract/language/text.ts';

/** HTTP/2 and HTTP/3 responses carry no status text. */
const statusTexts: Record<number, Message> = {
  400: msg`Bad Request`,
  401: msg({ message: 'Unauthorized', context: 'an HTTP status' }),
  403: msg({ message: 'Forbidden', context: 'an HTTP status' }),
  404: msg`Not Found`,
  405: msg`Method Not Allowed`,
  408: msg`Request Timeout`,
  409: msg({ message: 'Conflict', context: 'an HTTP status' }),
  413: msg`Payload Too Large`,
  415: msg`Unsupported Media Type`,
  422: msg`Unprocessable Entity`,
  429: msg`Too Many Requests`,
  500: msg`Internal Server Error`,
  502: msg`Bad Gateway`,
  503: msg`Service Unavailable`,
  504: msg`Gateway Timeout`,
};

/** The status text that the server or a proxy sent, which is English; ours without one, and in other languages. */
export function statusTextOf(status: number, sent = ''): string {
  const ours = statusTexts[status];
  return ours && (!sent || currentLanguage()) ? textOf(ours) : sent;
}

/** "502 Bad Gateway", or only the code if the status has no text. */
export const statusLine = (status: number, text: string): Text => verbatim(`${status} ${text}`.trim());

/**
 * A failed response in one line: status code and status text from 500 on, status code and body text below 500 (specification 8, "Failed
 * default query"). Without a response, the error's message.
 */
export function failureMessage({ message, details: { answer } }: Pick<AppError, 'message' | 'details'>): Text {
  if (!answer) return verbatim(message);
  const { status, statusText, text } = answer;
  return statusLine(status, status < 500 && text ? text : statusText);
}
