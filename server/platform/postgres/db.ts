import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { appError } from '#contract/errors.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { noTracing, type Tracing } from '#server/platform/observability/tracing.ts';
import { Channels } from './channels.ts';
import { type Line, watchDatabase } from './db-watch.ts';
import { Pool } from './pool.ts';
import { createTag, type Part, type Tag } from './statement.ts';
import { traceStatements } from './trace-statements.ts';
import { type Trace, type Tx, transact } from './transaction.ts';
import { isOutdated, PreparedStatements, Wire, type WireOptions } from './wire.ts';

export type { Tx } from './transaction.ts';
export { sessionSettings } from './wire.ts';
/** Runs statements: the pool, a transaction or a session. */
export type Connection = Tag;
/** Part of a statement, with its own values: `sql`…${fragment}…``. */
export type Fragment = Part;

export interface Sql extends Connection {
  /** Runs `work` in one transaction on a separate connection, with a mode such as `read only`. Without the retries of `tx()`. */
  begin<T>(mode: string, work: (tx: CopyTx) => PromiseLike<T>): Promise<T>;
  begin<T>(work: (tx: CopyTx) => PromiseLike<T>): Promise<T>;
  /** A connection whose state, such as its locks, lasts until `release`. */
  reserve(): Session;
}

export interface CopyTx extends Tx {
  /** The rows of `copy … to stdout`. */
  copyOut(statement: string): Readable;
  /** Takes the rows of `copy … from stdin`. */
  copyIn(statement: string): Writable;
}

export interface Session extends Connection {
  /** Ends the connection, and with it its locks. */
  release(): Promise<void>;
}

export interface Database {
  /** Throws inside `tx()`, where only the transaction's connection may be used. */
  sql: Sql;
  /**
   * Runs `work` in one transaction; serialization failures and deadlocks are tried again, up to three times, and then refused as
   * `unavailable`. So `work` must not touch anything outside the database: that belongs to `afterCommit` or a job. Throws inside another `tx()`.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel until `close`, also after an outage. Resolves after the first try. `onListening` runs each time a connection
   * begins to listen: notifications from before that are lost.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening?: () => void): Promise<void>;
  /**
   * Starts to watch the database. While it is away, running, waiting and later statements are refused as `unavailable` instead of
   * hanging, until the same or another database process answers.
   */
  watch(): void;
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
  /** The URL without the pooler in transaction mode that `url` leads to. Sessions, LISTEN and `begin` use it. */
  directUrl?: string | undefined;
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
  // From a pooler, about its own connection to PostgreSQL.
  '08P01',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
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

/** Whether a statement may be tried again: after a serialization failure or a deadlock, or as its prepared form was outdated. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '') || isOutdated(error);
}

/** Whether PostgreSQL itself reported the error. */
export const isPostgresError = (error: unknown): error is DatabaseError & { code: string } =>
  error instanceof DatabaseError && error.code !== undefined;

/** Whether a constraint refused the write, optionally the one of that name. */
export function violates(error: unknown, constraint?: string): boolean {
  if (!isPostgresError(error)) return false;
  return error.code.startsWith('23') && (constraint === undefined || error.constraint === constraint);
}

function openLine(options: WireOptions): Line {
  const wire = new Wire(options);
  const ask = async () => {
    const rows = await wire.command('select 1 where pg_is_in_recovery()');
    if (rows.count > 0) throw Object.assign(new Error('the database is a standby'), { code: readOnly });
  };
  return { ask, closed: wire.lost, end: () => wire.end() };
}

function judge(error: unknown): 'away' | 'slow' | 'there' {
  const code = codeOf(error);
  if (code === 'CONNECT_TIMEOUT') return 'slow';
  // 53300: the server has no connection left for this one.
  return isUnavailable(error) && code !== '53300' ? 'away' : 'there';
}

export function openDatabase(
  url: string,
  { log, tracing = noTracing, max = 10, name = 'fanfare', about, directUrl }: DatabaseOptions,
): Database {
  const isPooled = directUrl !== undefined;
  // A pooler gives each transaction another connection, which does not know the names.
  const options = { url, log, name, isPooled, prepared: isPooled ? undefined : new PreparedStatements() };
  const direct = { url: directUrl ?? url, log, name };
  const trace = traceStatements(tracing);
  let pool = new Pool(options, max);
  let endWatch: (() => Promise<void>) | undefined;
  const channels = new Channels(() => pool.open(direct), log);

  function onAway(reason: unknown): void {
    log.error({ err: reason }, 'the database is away: calls are refused until it is back');
    void pool.end(0);
  }

  function onReturn(): void {
    log.warn('the database is back');
    pool = new Pool(options, max);
  }

  function reserve(): Session {
    assertOutsideTransaction();
    const wire = pool.open(direct);
    const session = createTag(trace((statement) => wire.run(statement)));
    return Object.assign(session, { release: () => wire.end() });
  }

  async function begin<T>(
    ...args: [work: (tx: CopyTx) => PromiseLike<T>] | [mode: string, work: (tx: CopyTx) => PromiseLike<T>]
  ): Promise<T> {
    assertOutsideTransaction();
    const [mode, work] = args.length === 2 ? args : ['', args[0]];
    const wire = pool.open({ ...direct, canCopy: true });
    const { copyIn, copyOut } = wire;
    try {
      return await transact(wire, {
        begin: `begin ${mode}`,
        trace,
        work: (tx) => work(Object.assign(tx, { copyIn, copyOut })),
      });
    } finally {
      await wire.end();
    }
  }

  const sql = createTag(
    trace((statement) => pool.run(statement)),
    assertOutsideTransaction,
  );
  return {
    sql: Object.assign(sql, { begin, reserve }),
    tx: (work) => {
      const run = () => runTransaction(() => pool, work, { log, trace });
      return tracing.isActive() ? tracing.inSpan({ name: 'sql transaction', kind: 'client' }, run) : run();
    },
    listen: (...args) => channels.listen(...args),
    watch() {
      const line = { ...direct, name: [name, 'watch', about].filter(Boolean).join(' ') };
      endWatch ??= watchDatabase({ open: () => openLine(line), judge, onAway, onReturn });
    },
    async close() {
      channels.close();
      await endWatch?.();
      await pool.end(2000);
    },
  };
}

async function runTransaction<T>(
  poolNow: () => Pool,
  work: (tx: Tx) => Promise<T>,
  { log, trace }: { log: Logger; trace: Trace },
): Promise<T> {
  assertOutsideTransaction();
  for (let attempt = 1; ; attempt += 1) {
    const effects: Effect[] = [];
    const scope = { isOpen: true };
    try {
      const result = await onOneConnection(poolNow(), trace, (tx) => {
        effectsOf.set(tx, effects);
        return inside.run(scope, () => work(tx));
      }).finally(() => {
        scope.isOpen = false;
      });
      for (const effect of effects) runEffect(effect, log);
      return result;
    } catch (error) {
      if (attempt < 4 && isTransient(error)) {
        // A few random milliseconds let the other transaction finish.
        await sleep(attempt * 10 * (0.5 + Math.random()));
        continue;
      }
      if (isUnavailable(error) || isTransient(error)) throw appError('unavailable', { retryAfterS: 2 });
      throw error;
    }
  }
}

async function onOneConnection<T>(pool: Pool, trace: Trace, work: (tx: Tx) => Promise<T>): Promise<T> {
  const wire = await pool.take();
  try {
    return await transact(wire, { begin: 'begin', trace, work });
  } finally {
    pool.give(wire);
  }
}

function runEffect(effect: Effect, log: Logger): void {
  Promise.resolve()
    .then(effect)
    .catch((error: unknown) => log.error({ err: error }, 'afterCommit effect failed'));
}
