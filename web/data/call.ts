import { type AnyEndpoint, type CallInput, endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import { AppError, appError, type ErrorCode, errorTable } from '#contract/errors.ts';

export interface CallOptions {
  signal?: AbortSignal;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The input may be left out where an endpoint needs none. */
export type CallArgs<E extends AnyEndpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

/** One way to reach the API: over HTTP in the browser, in process on the server. */
export type Caller = (endpoint: AnyEndpoint, input: unknown, options?: CallOptions) => Promise<unknown>;

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

/** A failed answer as the one kind of error: code, status and message of the body, else the body's text, else status and status text. */
function errorOf(status: number, statusText: string, text: string): AppError {
  let body: { code?: unknown; message?: unknown; fields?: unknown } = {};
  try {
    body = Object(JSON.parse(text));
  } catch {
    body = { message: text.startsWith('<') ? '' : text };
  }
  const known = typeof body.code === 'string' && body.code in errorTable;
  const code = known
    ? (body.code as ErrorCode)
    : (codeOfStatus[status] ?? (status < 500 ? 'validation_failed' : 'internal'));
  const message = typeof body.message === 'string' && body.message !== '' ? body.message : `${status} ${statusText}`;
  return appError(code, { message, fields: body.fields as Record<string, string> | undefined });
}

const noConnection = 'No connection to the server. Check your network and try again.';
/** What a call says that got no answer at all. */
export const unreachable = () => appError('unavailable', { message: noConnection });

/** True where no answer came at all, whose message no server gave. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && error.message === noConnection;
}

/** The browser's way: fetch with cookies. */
export const callOverHttp: Caller = async (endpoint, input, options) => {
  const { params, query, body } = (input ?? {}) as Parts;
  const request: RequestInit = { method: endpoint.method, credentials: 'same-origin' };
  if (options?.signal) request.signal = options.signal;
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { 'content-type': 'application/json' };
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(endpointUrl(endpoint, params, query), request);
    text = await response.text();
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw unreachable();
  }
  if (!response.ok) throw errorOf(response.status, response.statusText, text);
  return text === '' ? undefined : JSON.parse(text);
};

/** Calls an endpoint from the browser. Throws `AppError` with the server's code, status and message. */
export function call<E extends AnyEndpoint>(endpoint: E, ...[input, options]: CallArgs<E>): Promise<OutputOf<E>> {
  return callOverHttp(endpoint, input, options) as Promise<OutputOf<E>>;
}

export interface UploadOptions {
  params?: Record<string, unknown>;
  signal?: AbortSignal;
  /** 0 to 1, as the bytes leave. */
  onProgress?: (share: number) => void;
}

/** Sends a form with files to a `multipart` endpoint; XMLHttpRequest because fetch tells nothing of the way up. */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  form: FormData,
  { params, signal, onProgress }: UploadOptions = {},
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpointUrl(endpoint, params));
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(errorOf(request.status, request.statusText, request.responseText));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Any thrown thing as an AppError. Judged by shape: on the server the error comes from another bundle, whose class is not this one,
 * and after hydration it is plain data.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, message, details } = Object(error) as { code?: string; message?: string; details?: object };
  if (typeof code === 'string' && code in errorTable) return appError(code as ErrorCode, { ...details, message });
  return appError('internal');
}
