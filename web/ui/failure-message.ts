import type { AppError } from '#contract/errors.ts';

/** HTTP/2 and HTTP/3 responses carry no status text. */
const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

export const statusTextOf = (status: number, sent = ''): string => sent || (statusTexts[status] ?? '');

/** "502 Bad Gateway", or only the code if the status has no text. */
export const statusLine = (status: number, text: string): string => `${status} ${text}`.trim();

/**
 * A failed response in one line: status code and status text from 500 on, status code and body text below 500 (specification 8, "Failed
 * default query"). Without a response, the error's message.
 */
export function failureMessage({ message, details: { answer } }: Pick<AppError, 'message' | 'details'>): string {
  if (!answer) return message;
  const { status, statusText, text } = answer;
  return statusLine(status, status < 500 && text ? text : statusText);
}
