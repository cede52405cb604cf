import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** The metrics in the format of Prometheus. With WEB_PROCESSES: of all processes together. */
  text(): Promise<string>;
  /** Seconds per answered request, by method, route and status. */
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  /** Seconds per job run, by kind and outcome (done or failed). */
  jobDuration: Histogram<'kind' | 'outcome'>;
  /** A module's counter; the same name returns the same counter. */
  counter(name: string, help: string, labels?: string[]): Counter;
  /**
   * A gauge that is read when metrics are fetched; NaN if reading fails. With WEB_PROCESSES: the largest value of all processes, which
   * fits what they read in the database, or the `sum`.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>, together?: Aggregator): void;
}

/** The metrics of one process, for another process of this node. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The metrics of several processes together, in the format of Prometheus. */
export const addMetrics = (processes: readonly ProcessMetrics[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics();

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  return {
    registry,
    text: () => registry.metrics(),
    httpDuration: new Histogram({
      name: 'fanfare_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    jobDuration: new Histogram({
      name: 'fanfare_job_seconds',
      help: 'Time to run a job',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
      registers: [registry],
    }),
    counter(name, help, labels = []) {
      const existing = counters.get(name);
      if (existing) return existing;
      const made = new Counter({ name, help, labelNames: labels, registers: [registry] });
      counters.set(name, made);
      return made;
    },
    gauge(name, help, read, together = 'max') {
      new Gauge({
        name,
        help,
        aggregator: together,
        registers: [registry],
        async collect() {
          this.set(
            await Promise.resolve()
              .then(read)
              .catch(() => Number.NaN),
          );
        },
      });
    },
  };
}
