import type { Tracing } from '#server/platform/observability/tracing.ts';

/** The driver's query. It runs once something awaits it; a query that is part of another one never runs. */
interface DriverQuery extends Promise<unknown> {
  tagged: boolean;
  strings: readonly string[];
  args: readonly unknown[];
  executed: boolean;
  handle(): unknown;
}

const longestText = 2000;
/** The calling function by statement. A template's strings are the same object each time. */
const callers = new WeakMap<readonly string[], string>();

const isQuery = (value: unknown): value is DriverQuery => value instanceof Promise && 'handle' in value;

/**
 * Returns the connection with one span per statement that runs inside another span. The span has the text of a template without its
 * values. It has no text of an `unsafe` statement, whose text may hold values.
 */
export function traceConnection<C extends object>(connection: C, tracing: Tracing): C {
  return new Proxy(connection, {
    apply: function apply(target, _this, args) {
      const query: unknown = Reflect.apply(target as unknown as (...args: unknown[]) => unknown, undefined, args);
      if (!isQuery(query)) return query;
      if (!callers.has(query.strings)) callers.set(query.strings, callerOf(apply));
      return traceQuery(query, tracing);
    },
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      if (typeof value !== 'function') return value;
      if (key === 'unsafe') return (...args: unknown[]) => traceQuery(value(...args), tracing);
      if (key === 'savepoint') return (...args: unknown[]) => value(...args.map((arg) => withTraces(arg, tracing)));
      return value;
    },
  });
}

/** The callback of a savepoint, whose connection is a separate object. */
function withTraces(callback: unknown, tracing: Tracing): unknown {
  return typeof callback === 'function' ? (inner: object) => callback(traceConnection(inner, tracing)) : callback;
}

function traceQuery(query: DriverQuery, tracing: Tracing): DriverQuery {
  const { handle } = query;
  query.handle = () => {
    if (!query.executed && tracing.isActive()) {
      const span = tracing.start(describe(query));
      Promise.prototype.then.call(
        query,
        () => span.end(),
        (error: unknown) => {
          span.fail(error);
          span.end();
        },
      );
    }
    return handle.call(query);
  };
  return query;
}

function describe(query: DriverQuery) {
  const text = textOf(query).replaceAll(/\s+/g, ' ').trim();
  const operation = (/^\w+/.exec(query.tagged ? text : (query.strings[0]?.trim() ?? ''))?.[0] ?? 'sql').toLowerCase();
  const caller = callers.get(query.strings) ?? '';
  return {
    name: `sql ${operation} ${caller}`.trim(),
    kind: 'client' as const,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(query.tagged && { 'db.query.text': text.slice(0, longestText) }),
      ...(caller && { 'code.function.name': caller }),
    },
  };
}

/** The source text of a template, with `?` in the place of each value. */
function textOf({ tagged, strings, args }: DriverQuery): string {
  if (!tagged) return '?';
  return strings.reduce((text, part, index) => {
    const value = args[index - 1];
    return text + (isQuery(value) ? textOf(value) : '?') + part;
  });
}

/** The name of the function that called `own`, or an empty text if it has none. */
function callerOf(own: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, own);
  return /^\s+at (?:async )?(?:Object\.)?([\w$.]+) \(/.exec(holder.stack?.split('\n')[1] ?? '')?.[1] ?? '';
}
