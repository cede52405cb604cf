import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql as PostgresSql, Fragment as SqlFragment, TransactionSql } from 'postgres';
import { appError } from '#contract/errors.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { noTracing, type Tracing } from '#server/platform/observability/tracing.ts';
import { type Line, watchDatabase } from './db-watch.ts';
import { postgres } from './patched-driver.ts';
import { traceConnection } from './traced-connection.ts';

export type Sql = PostgresSql<{ int8: number }>;
export type Tx = TransactionSql<{ int8: number }>;
export type Connection = Sql | Tx;
/** Part of a statement, with its own values: `sql`…${fragment}…``. */
export type Fragment = SqlFragment;

export interface Database {
  /** Throws inside `tx()`, where only the transaction's connection may be used. */
  sql: Sql;
  /**
   * Runs `work` in one transaction; serialization failures and deadlocks are tried again, up to three times, and then refused as
   * `unavailable`. So `work` must not touch anything outside the database: that belongs to `afterCommit` or a job. Throws inside another `tx()`.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Starts to watch the database. While it is away, running, waiting and later statements are refused as `unavailable` instead of
   * hanging, until the same or another database process answers.
   */
  watch(): void;
  /** Calls `listener` when the database is back. State of connections (LISTEN) is lost by then. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  log: Logger;
  tracing?: Tracing;
  max?: number;
  /** Names the connections in pg_stat_activity. */
  name?: string;
  /** About this process, in the name of the connection that watches the database. PostgreSQL shows at most 63 bytes of the whole name. */
  about?: string;
}

/** One run of `work` in `tx()`. Timers that it starts keep its async context after the transaction has ended. */
interface Scope {
  isOpen: boolean;
}

const inside = new AsyncLocalStorage<Scope>();

/** Whether the caller runs inside `tx()`. Calls to other systems check it and refuse. */
export function isInsideTransaction(): boolean {
  return inside.getStore()?.isOpen === true;
}

/**
 * A statement on the pool inside a transaction waits for a second connection. Under load all connections belong to such transactions, and
 * all of them wait until PostgreSQL ends them as idle, after a minute. Production refuses the statement, too: that fails one request, and
 * the wait stops the site. Fragments are refused with the statements, so that the error's stack names the line that should use the
 * transaction's connection. This cannot notice a transaction that waits for a read or batch which another caller has started.
 */
function assertOutsideTransaction(): void {
  if (isInsideTransaction())
    throw new Error("Use the transaction's connection inside db.tx(), not db.sql or another db.tx()");
}

/** The properties of `sql` that run a statement. The others, such as `json`, only describe values. */
const usesConnection = new Set<PropertyKey>([
  'begin',
  'file',
  'largeObject',
  'listen',
  'notify',
  'reserve',
  'subscribe',
  'unsafe',
]);

type Effect = () => void | Promise<void>;
const effectsOf = new WeakMap<Tx, Effect[]>();

/** Runs `effect` once the transaction has committed, never when it rolled back. A failing effect is logged, not thrown. */
export function afterCommit(tx: Tx, effect: Effect): void {
  const effects = effectsOf.get(tx);
  if (!effects) throw new Error('afterCommit needs the connection of a running tx()');
  effects.push(effect);
}

/** A statement wrote on a standby. During a failover, the address can lead to the standby before it is promoted. */
const readOnly = '25006';
const unreachable = new Set([
  readOnly,
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the database could not be reached, went away, or is a standby, rather than refused a statement. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  // A missing file has the code of a missing socket.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return code !== undefined && unreachable.has(code);
}

/** Whether PostgreSQL canceled a statement that may be tried again: a serialization failure or a deadlock. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Whether a constraint refused the write, optionally the one of that name. */
export function violates(error: unknown, constraint?: string): boolean {
  if (!(error instanceof postgres.PostgresError)) return false;
  return error.code.startsWith('23') && (constraint === undefined || error.constraint_name === constraint);
}

/** A URL names a socket folder percent-encoded in the host's place, as for libpq. postgres.js needs it decoded. */
function socketHost(url: string): { host?: string } {
  const host = decodeURIComponent(new URL(url).hostname);
  return host.startsWith('/') ? { host } : {};
}

type ConnectOptions = Required<Pick<DatabaseOptions, 'log' | 'max' | 'name'>>;

function connect(url: string, { log, max, name, onclose }: ConnectOptions & { onclose?: () => void }): Sql {
  return postgres(url, {
    ...socketHost(url),
    max,
    idle_timeout: 0,
    connect_timeout: 5,
    transform: postgres.camel,
    onnotice: (notice) => log.debug({ notice: notice.message }, 'database notice'),
    ...(onclose ? { onclose, max_lifetime: null } : {}),
    connection: {
      application_name: name,
      TimeZone: 'UTC',
      // Milliseconds. No statement needs that long, and one that does would hold a connection.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    },
    types: {
      // Cents and counts stay far below 2^53.
      int8: { to: 20, from: [20], parse: Number, serialize: String },
    },
  });
}

function openLine(url: string, { log, name }: Pick<ConnectOptions, 'log' | 'name'>): Line {
  const closing = Promise.withResolvers<never>();
  closing.promise.catch(() => undefined);
  const onclose = () => closing.reject(Object.assign(new Error('the connection ended'), { code: 'CONNECTION_CLOSED' }));
  const sql = connect(url, { log, max: 1, name, onclose });
  const ask = async () => {
    const [row] = await sql<{ isStandby: boolean }[]>`select pg_is_in_recovery() as is_standby`;
    if (row?.isStandby) throw Object.assign(new Error('the database is a standby'), { code: readOnly });
  };
  return { ask, closed: closing.promise, end: () => sql.end({ timeout: 0 }) };
}

function judge(error: unknown): 'away' | 'slow' | 'there' {
  const code = codeOf(error);
  if (code === 'CONNECT_TIMEOUT') return 'slow';
  // 53300: the server has no connection left for this one.
  return isUnavailable(error) && code !== '53300' ? 'away' : 'there';
}

/** One `sql` for the lifetime of the process, over successive pools. */
function overPools(current: () => Sql): Sql {
  return new Proxy(current(), {
    apply(_first, _this, args) {
      assertOutsideTransaction();
      return Reflect.apply(current() as (...args: unknown[]) => unknown, undefined, args);
    },
    get(_first, key) {
      if (usesConnection.has(key)) assertOutsideTransaction();
      return Reflect.get(current(), key);
    },
  });
}

export function openDatabase(
  url: string,
  { log, tracing = noTracing, max = 10, name = 'fanfare', about }: DatabaseOptions,
): Database {
  const options = { log, max, name };
  let pool = connect(url, options);
  const traced = <C extends Connection>(connection: C): C =>
    tracing.isOn ? traceConnection(connection, tracing) : connection;
  const sql = traced(overPools(() => pool));
  const listeners: (() => void)[] = [];
  let endWatch: (() => Promise<void>) | undefined;

  function onAway(reason: unknown): void {
    log.error({ err: reason }, 'the database is away: calls are refused until it is back');
    // An ended pool refuses running, waiting and later statements.
    void pool.end({ timeout: 0 });
  }

  function onReturn(): void {
    log.warn('the database is back');
    pool = connect(url, options);
    for (const listener of listeners) listener();
  }

  return {
    sql,
    tx: (work) => {
      const run = () => runTransaction(sql, work, { log, traced });
      return tracing.isActive() ? tracing.inSpan({ name: 'sql transaction', kind: 'client' }, run) : run();
    },
    watch() {
      const line = { log, name: [name, 'watch', about].filter(Boolean).join(' ') };
      endWatch ??= watchDatabase({ open: () => openLine(url, line), judge, onAway, onReturn });
    },
    onReturn: (listener) => void listeners.push(listener),
    async close() {
      await endWatch?.();
      await pool.end({ timeout: 2 });
    },
  };
}

async function runTransaction<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  { log, traced }: { log: Logger; traced: (tx: Tx) => Tx },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const effects: Effect[] = [];
    const scope = { isOpen: true };
    try {
      const result = await sql
        .begin((connection) => {
          const tx = traced(connection);
          effectsOf.set(tx, effects);
          return inside.run(scope, () => work(tx));
        })
        .finally(() => {
          scope.isOpen = false;
        });
      for (const effect of effects) runEffect(effect, log);
      return result as T;
    } catch (error) {
      if (attempt < 4 && isTransient(error)) {
        // A few random milliseconds let the other transaction finish.
        await new Promise((resolve) => setTimeout(resolve, attempt * 10 * (0.5 + Math.random())));
        continue;
      }
      if (isUnavailable(error) || isTransient(error)) throw appError('unavailable', { retryAfterS: 2 });
      throw error;
    }
  }
}

function runEffect(effect: Effect, log: Logger): void {
  Promise.resolve()
    .then(effect)
    .catch((error: unknown) => log.error({ err: error }, 'afterCommit effect failed'));
}
