import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyEndpoint, type CallInput, endpointUrl, type OutputOf } from '#contract/endpoint.ts';

/** A definite answer that is not the wished one. */
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

const answerWithinMs = 15_000;
const pauseMs = 250;
const patienceMs = 180_000;

/** What all clients together have seen. */
export interface Traffic {
  /** Calls that were answered with success. */
  acknowledged: number;
  /** Tries without an answer, or told to come back: tried again with the same words. */
  retried: number;
  /** Answers that must not exist: 500 and the like. */
  faults: string[];
}

/** Somebody who repeats a call, word for word, until the server has answered it. */
export class StubbornClient {
  readonly #baseUrl: string;
  readonly #traffic: Traffic;
  #cookie = '';

  constructor(baseUrl: string, traffic: Traffic) {
    this.#baseUrl = baseUrl;
    this.#traffic = traffic;
  }

  /** Throws Refused for an answer that repeating would not change. */
  async call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<OutputOf<E>> {
    const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown> | undefined>;
    const path = endpointUrl(endpoint, params, query);
    const what = `${endpoint.method} ${path}`;
    for (const begin = performance.now(); performance.now() - begin < patienceMs; await sleep(pauseMs)) {
      const answer = await this.#try(endpoint.method, path, body);
      if (!answer || answer.status === 503) {
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

  /** Undefined when the answer did not come, or not whole. */
  async #try(method: string, path: string, body: unknown): Promise<{ status: number; text: string } | undefined> {
    try {
      const response = await fetch(`${this.#baseUrl}${path}`, {
        method,
        headers: { cookie: this.#cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const [cookie] = response.headers.getSetCookie();
      if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
      return { status: response.status, text: await response.text() };
    } catch (error) {
      // Refused, reset or cut off: what fetch throws when there is no server.
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
        return undefined;
      throw error;
    }
  }
}
