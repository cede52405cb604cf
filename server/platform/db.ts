import { AsyncLocalStorage } from 'node:async_hooks';
import { registerHooks } from 'node:module';
import type { Sql as PostgresSql, TransactionSql } from 'postgres';
import { appError } from '#contract/errors.ts';
import type { Logger } from './log.ts';

/**
 * postgres.js 3.4.9 writes to a socket that is gone when a connection ends inside a transaction, from a timer, so that every
 * database restart under load would end this process (porsager/postgres issues 1066, 1154, 1208; fix pending in 1209). Until a
 * release has it, the guard is added while the driver is loaded: the statement is refused like any other on a lost connection.
 * Its clean-up also forgets to forget the timer, after which the reconnected connection would never send a short statement.
 */
const unguarded = 'const x = socket.write(chunk, fn)';
const guarded = `if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    ${unguarded}`;

const stale = '\n    clearImmediate(nextWriteTimer)\n';

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/postgres/src/connection.js')) return loaded;
    const source = String(loaded.source)
      .replace(unguarded, guarded)
      .replaceAll(stale, `${stale}    chunk = nextWriteTimer = null\n`);
    return { ...loaded, source };
  },
});
const { default: postgres } = await import('postgres');
hooks.deregister();

export type Sql = PostgresSql<{ int8: number }>;
export type Tx = TransactionSql<{ int8: number }>;
export type Connection = Sql | Tx;

export interface Database {
  sql: Sql;
  /**
   * Runs `work` in one transaction; serialization failures and deadlocks are tried again, up to three times, so `work` must
   * not touch anything outside the database: that belongs to `afterCommit` or a job.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Connections in use and waiting calls, for metrics and readiness. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  log: Logger;
  max?: number;
  /** Names the connections in pg_stat_activity. */
  name?: string;
}

const inside = new AsyncLocalStorage<boolean>();

/** Whether the caller runs inside `tx()`: what talks to the outside asks, and refuses. */
export function isInsideTransaction(): boolean {
  return inside.getStore() === true;
}

type Effect = () => void | Promise<void>;
const effectsOf = new WeakMap<Tx, Effect[]>();

/** Runs `effect` once the transaction has committed, never when it rolled back. A failing effect is logged, not thrown. */
export function afterCommit(tx: Tx, effect: Effect): void {
  const effects = effectsOf.get(tx);
  if (!effects) throw new Error('afterCommit needs the connection of a running tx()');
  effects.push(effect);
}

const retried = new Set(['40001', '40P01']);
const unreachable = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
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

/** Whether the database could not be reached or went away, as against refusing a statement. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && unreachable.has(code);
}

/** Whether a constraint refused the write, optionally the one of that name. */
export function violates(error: unknown, constraint?: string): boolean {
  if (!(error instanceof postgres.PostgresError)) return false;
  return error.code.startsWith('23') && (constraint === undefined || error.constraint_name === constraint);
}

/** A socket folder stands percent-encoded in the host's place, as for libpq; postgres.js wants it decoded. */
function socketHost(url: string): { host?: string } {
  const host = decodeURIComponent(new URL(url).hostname);
  return host.startsWith('/') ? { host } : {};
}

export function openDatabase(url: string, { log, max = 10, name = 'fanfare' }: DatabaseOptions): Database {
  const sql: Sql = postgres(url, {
    ...socketHost(url),
    max,
    idle_timeout: 0,
    connect_timeout: 5,
    transform: postgres.camel,
    onnotice: (notice) => log.debug({ notice: notice.message }, 'database notice'),
    connection: {
      application_name: name,
      TimeZone: 'UTC',
      // Milliseconds. Nothing of ours takes that long; what does holds a connection that others wait for.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    },
    types: {
      // Cents and counts stay far below 2^53.
      int8: { to: 20, from: [20], parse: Number, serialize: String },
    },
  });
  return { sql, tx: (work) => runTransaction(sql, work, log), close: () => sql.end({ timeout: 2 }) };
}

async function runTransaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>, log: Logger): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const effects: Effect[] = [];
    try {
      const result = await sql.begin((tx) => {
        effectsOf.set(tx, effects);
        return inside.run(true, () => work(tx));
      });
      for (const effect of effects) runEffect(effect, log);
      return result as T;
    } catch (error) {
      if (attempt < 4 && retried.has(codeOf(error) ?? '')) {
        // A few random milliseconds let the winner finish.
        await new Promise((resolve) => setTimeout(resolve, attempt * 10 * (0.5 + Math.random())));
        continue;
      }
      if (isUnavailable(error)) throw appError('unavailable', { retryAfterS: 2 });
      throw error;
    }
  }
}

function runEffect(effect: Effect, log: Logger): void {
  Promise.resolve()
    .then(effect)
    .catch((error: unknown) => log.error({ err: error }, 'an effect after commit failed'));
}

export { migrate } from './migrate.ts';
