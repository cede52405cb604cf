import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyEndpoint, type CallInput, endpointUrl, type OutputOf } from '#contract/endpoint.ts';

/** Thrown for a definite answer with an error status. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(what: string, status: number, code: string) {
    super(`${what}: ${status} ${code}`);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

/** The server refuses the call for now, or a balancer in front of it got no answer. */
const isNoAnswer = (status: number) => [502, 503, 504].includes(status);

const answerWithinMs = 15_000;
const pauseMs = 250;
const patienceMs = 180_000;

/** Counts over all clients. */
export interface Traffic {
  /** Calls that succeeded. */
  acknowledged: number;
  /** Tries without an answer of the server or with a 503, which were repeated unchanged. */
  retried: number;
  /** Answers with an unexpected status such as 500. */
  faults: string[];
}

/** A client that repeats a call unchanged until the server answers it. */
export class RetryingClient {
  readonly #baseUrl: string;
  readonly #traffic: Traffic;
  #cookie: string;

  /** `cookie`: of a person who has signed in elsewhere. */
  constructor(baseUrl: string, traffic: Traffic, cookie = '') {
    this.#baseUrl = baseUrl;
    this.#traffic = traffic;
    this.#cookie = cookie;
  }

  get cookie(): string {
    return this.#cookie;
  }

  /** Throws Refused for an answer with a 4xx status. */
  async call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<OutputOf<E>> {
    const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown> | undefined>;
    const path = endpointUrl(endpoint, params, query);
    const what = `${endpoint.method} ${path}`;
    for (const begin = performance.now(); performance.now() - begin < patienceMs; await sleep(pauseMs)) {
      const answer = await this.#try(endpoint.method, path, body);
      if (!answer || isNoAnswer(answer.status)) {
        this.#traffic.retried += 1;
        continue;
      }
      if (answer.status >= 500) {
        this.#traffic.faults.push(`${what}: ${answer.status} ${answer.text}`);
        continue;
      }
      const data = JSON.parse(answer.text) as OutputOf<E> & { code: string };
      if (answer.status >= 400) throw new Refused(what, answer.status, data.code);
      this.#traffic.acknowledged += 1;
      return data;
    }
    throw new Error(`${what}: no answer in ${patienceMs} ms`);
  }

  /** Undefined if no complete answer arrived. */
  async #try(method: string, path: string, body: unknown): Promise<{ status: number; text: string } | undefined> {
    try {
      const response = await fetch(`${this.#baseUrl}${path}`, {
        method,
        headers: { cookie: this.#cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith('sid='));
      if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
      return { status: response.status, text: await response.text() };
    } catch (error) {
      // The errors of fetch for a refused, reset or broken connection.
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
        return undefined;
      throw error;
    }
  }
}
