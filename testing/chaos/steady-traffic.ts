import { setTimeout as sleep } from 'node:timers/promises';

/** One kind of request of the traffic. */
export interface Ask {
  path: string;
  cookie?: string;
  method?: 'GET' | 'PATCH';
  body?: object;
}

const retryAfterMs = 300;

/** Sends a fixed number of requests per second, however long the answers take. A request without a success is sent once more. */
export class SteadyTraffic {
  readonly #url: string;
  readonly #next: () => Ask;
  readonly #answerWithinMs: number;
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  sent = 0;
  /** Descriptions of failed first tries. */
  readonly failed: string[] = [];
  /** Descriptions of requests that also failed the second time. */
  readonly failedTwice: string[] = [];
  readonly latenciesMs: number[] = [];

  constructor(url: string, next: () => Ask, { answerWithinMs = 10_000 } = {}) {
    this.#url = url;
    this.#next = next;
    this.#answerWithinMs = answerWithinMs;
  }

  start(perSecond: number): void {
    this.#timer = setInterval(() => {
      const running: Promise<void> = this.#send(this.#next()).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }, 1000 / perSecond);
  }

  /** Sends nothing more and waits for the last answers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  percentileMs(share: number): number {
    const sorted = this.latenciesMs.toSorted((a, b) => a - b);
    return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  }

  async #send(ask: Ask): Promise<void> {
    this.sent += 1;
    const begin = performance.now();
    const fault = await this.#try(ask);
    this.latenciesMs.push(performance.now() - begin);
    if (!fault) return;
    this.failed.push(`${ask.method ?? 'GET'} ${ask.path}: ${fault}`);
    await sleep(retryAfterMs);
    const again = await this.#try(ask);
    if (again) this.failedTwice.push(`${ask.method ?? 'GET'} ${ask.path}: ${fault}, then ${again}`);
  }

  /** Why the request failed, or undefined. */
  async #try({ path, cookie, method = 'GET', body }: Ask): Promise<string | undefined> {
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(this.#answerWithinMs),
      });
      await response.arrayBuffer();
      return response.ok ? undefined : String(response.status);
    } catch (error) {
      return error instanceof Error ? String(error.cause ?? error.message) : String(error);
    }
  }
}
