/** Attributes must hold no personal data, no token, no query string and no value of a statement. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface Span {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. Keeps the error's type only, because its message may hold personal data. */
  fail(error: unknown): void;
  end(): void;
}

export interface SpanStart {
  name: string;
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** A W3C `traceparent` from another process. Without it, or if it is unreadable, the active span is the parent. */
  parent?: string | undefined;
}

export interface Tracing {
  /** False: every other member does nothing and costs next to nothing. */
  readonly isOn: boolean;
  /** Whether a span is active. */
  isActive(): boolean;
  /** Starts a span without making it the active one. The caller ends it. */
  start(start: SpanStart): Span;
  /** Runs `work` while `span` is the active one. */
  within<T>(span: Span, work: () => T): T;
  /** Runs `work` in a new span, which ends with it. A rejection marks the span as failed. */
  inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The active span as a W3C `traceparent`, for another process. */
  carrier(): string | undefined;
  /** The ids of the active span, for log lines. */
  logFields(): { traceId?: string; spanId?: string };
  /** Sends the rest, within two seconds. */
  stop(): Promise<void>;
}

const noSpan: Span = { set: () => undefined, fail: () => undefined, end: () => undefined };
const noFields = Object.freeze({});

/** Without a collector. */
export const noTracing: Tracing = {
  isOn: false,
  isActive: () => false,
  start: () => noSpan,
  within: (_span, work) => work(),
  inSpan: (_start, work) => work(),
  carrier: () => undefined,
  logFields: () => noFields,
  stop: async () => undefined,
};
