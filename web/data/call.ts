import { type AnyEndpoint, type CallInput, endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import { languageHeaders, loadFailure, responseError, unreachable } from './failures.ts';
import { reportChange } from './freshness.ts';

export { asAppError, isUnreachable, unreachable } from './failures.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** False if the call changes nothing that a page shows from the cache, such as marking messages as read. */
  isChange?: false;
  /** The browser sends the request even if the page closes at that moment. */
  keepalive?: true;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The arguments of `call`. The input is optional if the endpoint needs none. */
export type CallArgs<E extends AnyEndpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

/** Calls the API: over HTTP in the browser, in process on the server. */
export type Caller = (endpoint: AnyEndpoint, input: unknown, options?: CallOptions) => Promise<unknown>;

// Client only: calls that end or replace the session write it.
let pause: Promise<void> | undefined;

/**
 * Delays reads until the returned function is called. Used while a call ends or replaces the session, because the server would refuse
 * them. A page that the browser shows again after a sign-out reads as before.
 */
export function pauseReading(): () => void {
  let resume = (): void => undefined;
  pause = new Promise((resolve) => {
    resume = () => {
      pause = undefined;
      resolve();
    };
  });
  addEventListener('pagehide', () => (pause = undefined), { once: true });
  return resume;
}

/** The browser's caller: `fetch` with cookies. Throws `AppError`; an abort passes unchanged. */
export const callOverHttp: Caller = async (endpoint, input, options) => {
  if (pause && endpoint.method === 'GET') await pause;
  const { params, query, body } = (input ?? {}) as Parts;
  const headers = languageHeaders();
  const request: RequestInit = { method: endpoint.method, credentials: 'same-origin', headers };
  if (options?.signal) request.signal = options.signal;
  if (options?.keepalive) request.keepalive = true;
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    headers['content-type'] = 'application/json';
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
  if (!response.ok) {
    throw responseError(response.status, response.statusText, text, response.headers.get('x-request-id'));
  }
  return text === '' ? undefined : JSON.parse(text);
};

/** What a tab does when its session has ended elsewhere. Client only: `keepTypedText` sets it. */
export const endedSession: {
  /** Asks the person to sign in again, above the page. Returns whether they did. */
  ask?: () => Promise<boolean>;
  /** Takes the question back, because the person has a session again. */
  close?: () => void;
  /** Whether the page must not become a visitor's page: it asks already, or contains text that the person would lose. */
  staysOpen?: () => boolean;
} = {};

/** Asks the person to confirm, above the page, that it is them. Resolves with whether they did. Client only: `askForProof` sets it. */
export const freshProof: { ask?: () => Promise<boolean> } = {};

const questions: Record<string, () => Promise<boolean> | undefined> = {
  not_signed_in: () => endedSession.ask?.(),
  proof_required: () => freshProof.ask?.(),
};

/** Sends a change. If the session has ended, or the act needs a proof of identity, sends it again once the person has given it. */
export async function sendSignedIn<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (!(await questions[code]?.())) throw error;
    return send();
  }
}

/** Calls an endpoint from the browser. Throws `AppError` with the server's code, status and message. */
export async function call<E extends AnyEndpoint>(endpoint: E, ...[input, options]: CallArgs<E>): Promise<OutputOf<E>> {
  const isChange = endpoint.method !== 'GET' && options?.isChange !== false;
  const send = () => callOverHttp(endpoint, input, options);
  const output = await (isChange ? sendSignedIn(send) : send());
  if (isChange) reportChange();
  return output as OutputOf<E>;
}

/** Reads data that is kept outside the query cache, such as chat messages. Throws the same errors as a query. */
export async function load<E extends AnyEndpoint>(endpoint: E, ...[input, options]: CallArgs<E>): Promise<OutputOf<E>> {
  try {
    return (await callOverHttp(endpoint, input, options)) as OutputOf<E>;
  } catch (error) {
    throw loadFailure(endpoint, error);
  }
}
