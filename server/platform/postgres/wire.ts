import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, DatabaseError, type QueryArrayResult, types } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Logger } from '#server/platform/observability/log.ts';
import { compose, originOf, type Query, type Rows, type Run, type Statement } from './statement.ts';

export interface WireOptions {
  url: string;
  /** Names the connection in pg_stat_activity. */
  name: string;
  log: Logger;
  /** A pooler in transaction mode, which refuses settings, is between this process and PostgreSQL. */
  isPooled?: boolean;
  /** Without it, PostgreSQL parses each statement on each run. */
  prepared?: PreparedStatements | undefined;
  /** COPY needs a connection that does not send a statement before the answer to the last one. */
  canCopy?: boolean;
}

/** Milliseconds. No statement needs that long, and one that does would hold a connection. */
export const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '60000',
};

const connectSeconds = 5;
const endWithinMs = 1000;
/** New connections let PostgreSQL free the memory of old ones. Random, so that they do not end at the same time. */
const lifetimeSeconds = () => (30 + Math.random() * 30) * 60;

/** An error of the connection itself. */
const connectionError = (code: string, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

/** One connection to PostgreSQL. Statements are sent at once and answered in their order. */
export class Wire {
  /** The number of statements without an answer. */
  running = 0;
  /** Whether a transaction or session has it for itself. */
  isTaken = false;
  /** Rejects once the connection is lost. */
  readonly lost: Promise<never>;
  readonly #options: WireOptions;
  readonly #client: Client;
  readonly #socket = new Socket();
  readonly #lost = Promise.withResolvers<never>();
  /** By `process.uptime()`, so that tests can expire every cache without replacing each connection. */
  readonly #freshUntil = process.uptime() + lifetimeSeconds();
  #fault: Error | undefined;
  #copy: Readable | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
    this.lost = this.#lost.promise;
    this.lost.catch(() => undefined);
    this.#client = new Client({ ...configOf(options), stream: () => this.#socket });
    this.#client.on('notice', (notice) => options.log.debug({ notice: notice.message }, 'database notice'));
    // An error that PostgreSQL sends without a statement ends the connection.
    this.#client.on('error', (error) => this.#fail(error instanceof DatabaseError ? closed(error) : error));
    this.#client.on('end', () => this.#fail(closed()));
    this.#connect();
  }

  #connect(): void {
    let seconds = 0;
    // Counts, because the answer may wait in the socket while something else keeps this process busy for long.
    const clock = setInterval(() => {
      seconds += 1;
      if (seconds === connectSeconds)
        this.#fail(connectionError('CONNECT_TIMEOUT', 'PostgreSQL did not answer in time'));
    }, 1000).unref();
    this.#client
      .connect()
      .catch((error: Error) => this.#fail(error))
      .finally(() => clearInterval(clock));
  }

  get isLost(): boolean {
    return this.#fault !== undefined;
  }

  get isOld(): boolean {
    return process.uptime() > this.#freshUntil;
  }

  async run(statement: Statement<Rows>): ReturnType<Run> {
    try {
      return await this.#query(compose(statement));
    } catch (error) {
      if (error instanceof Error) error.stack += `\n${originOf(statement)}`;
      throw error;
    }
  }

  /** Runs a statement without values. */
  command = (text: string): ReturnType<Run> => this.#query({ text, values: [], isPrepared: false });

  async #query({ text, values, isPrepared }: Query): ReturnType<Run> {
    // After a failed connection attempt, the client would keep the statement for ever.
    if (this.#fault) throw this.#explain(this.#fault);
    const { prepared } = this.#options;
    const name = isPrepared ? prepared?.nameOf(text) : undefined;
    this.running += 1;
    try {
      // An array, because the client's types do not know the results of a text with several statements.
      const results = [await this.#client.query({ text, values, rowMode: 'array', ...(name && { name }) })].flat();
      return rowsOf(results.at(-1) as QueryArrayResult);
    } catch (error) {
      if (isOutdated(error)) prepared?.rename(text);
      throw this.#explain(error);
    } finally {
      this.running -= 1;
    }
  }

  /** Ends the connection instead if its COPY waits for someone to read the rows: it would not answer. */
  async rollback(): Promise<void> {
    if (this.#copy && !this.#copy.readableEnded) this.destroy();
    else await this.command('rollback');
  }

  /** The rows of `copy … to stdout`. */
  copyOut = (statement: string): Readable => {
    // The reader hears of the error, too. Without a listener it would end the process.
    this.#copy = this.#client.query(copyTo(statement)).on('error', () => undefined);
    return this.#copy;
  };

  /** Takes the rows of `copy … from stdin`. */
  copyIn = (statement: string): Writable => this.#client.query(copyFrom(statement)).on('error', () => undefined);

  onNotification(listener: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload = '' }) => listener(channel, payload));
  }

  /** Ends the connection at once. Its statements are refused. */
  destroy(): void {
    this.#fail(connectionError('CONNECTION_ENDED', 'the connection was ended'));
  }

  /** Says goodbye to PostgreSQL, which ends the locks of the connection. */
  async end(): Promise<void> {
    if (this.isLost) return;
    await Promise.race([this.#client.end(), this.lost, sleep(endWithinMs, undefined, { ref: false })]).catch(
      () => undefined,
    );
    this.destroy();
  }

  #fail(error: Error): void {
    if (this.#fault) return;
    this.#fault = 'code' in error && error.code ? error : closed(error);
    this.#socket.destroy();
    this.#lost.reject(this.#fault);
  }

  /** The client reports a lost connection to its statements without a code. */
  #explain(error: unknown): unknown {
    if (error instanceof DatabaseError || !this.#fault) return error;
    const { message, code } = this.#fault as Error & { code: string };
    return this.#fault instanceof DatabaseError ? this.#fault : connectionError(code, message, this.#fault);
  }
}

const closed = (cause?: unknown) => connectionError('CONNECTION_CLOSED', 'the connection ended', cause);

function configOf({ url, name, isPooled, canCopy }: WireOptions): ClientConfig {
  const address = new URL(url);
  const settings = Object.entries(sessionSettings).map(([key, value]) => `-c ${key}=${value}`);
  const options = [...(isPooled ? [] : settings), address.searchParams.get('options') ?? ''].join(' ').trim();
  // Otherwise the client would take only the options of the URL.
  address.searchParams.delete('options');
  return {
    connectionString: address.href,
    application_name: name,
    pipeline: !canCopy,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
    ...(options && { options }),
  };
}

/**
 * The names of prepared statements, by their text. PostgreSQL keeps a statement for each connection and name. Statements over the limit
 * are parsed on each run.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #most = 1000;
  #last = 0;

  nameOf(text: string): string | undefined {
    if (!this.#names.has(text) && this.#names.size < this.#most) {
      this.#last += 1;
      this.#names.set(text, `s${this.#last}`);
    }
    return this.#names.get(text);
  }

  /** The next run prepares the statement again. */
  rename(text: string): void {
    this.#names.delete(text);
  }
}

/** Whether a prepared statement no longer fits its tables, or is gone. It gets a new name, so its next run succeeds. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError && ['RevalidateCachedQuery', 'FetchPreparedStatement'].includes(error.routine ?? '');

type Parser = (text: string) => unknown;
const toDate = (text: string) => new Date(text);
const toJson = (text: string) => camelKeys(JSON.parse(text));
const toBoolean: Parser = types.getTypeParser(types.builtins.BOOL);
const toBytes: Parser = types.getTypeParser(types.builtins.BYTEA);
const textArray = 1009;
const toTexts: (text: string) => unknown[] = types.getTypeParser(textArray as number);
const arrayOf =
  (parser: Parser): Parser =>
  (text) =>
    entriesOf(toTexts(text), parser);

function entriesOf(texts: unknown[], parser: Parser): unknown[] {
  return texts.map((entry) => {
    if (Array.isArray(entry)) return entriesOf(entry, parser);
    return entry === null ? null : parser(String(entry));
  });
}

/** How to read a type and its array, by their numbers in pg_type. All other types stay text. */
const parsers: Readonly<Record<number, Parser>> = Object.fromEntries([
  ...(
    [
      [16, 1000, toBoolean],
      [17, 1001, toBytes],
      // Cents and counts, which are int8, stay far below 2^53.
      [20, 1016, Number],
      [21, 1005, Number],
      [23, 1007, Number],
      [26, 1028, Number],
      [700, 1021, Number],
      [701, 1022, Number],
      [1082, 1182, toDate],
      [1114, 1115, toDate],
      [1184, 1185, toDate],
      [114, 199, toJson],
      [3802, 3807, toJson],
    ] as const
  ).flatMap(([type, array, parser]) => [[type, parser] as const, [array, arrayOf(parser)] as const]),
  // char, name, text, varchar, inet, numeric and uuid
  ...[1002, 1003, textArray, 1014, 1015, 1041, 1231, 2951].map((array) => [array, arrayOf(String)] as const),
]);

const parserOf = (type: number): Parser => parsers[type] ?? String;

function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [camelOf(key), camelKeys(entry)]));
}

const camelOf = (name: string) =>
  name.includes('_') ? name.replaceAll(/(?<=.)_(.)/g, (_, letter: string) => letter.toUpperCase()) : name;

function rowsOf(result: QueryArrayResult): Awaited<ReturnType<Run>> {
  const columns = result.fields.map(({ name }) => camelOf(name));
  const rows = result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
  // Not enumerable, so that the rows equal an array without it.
  return Object.defineProperty(rows, 'count', { value: result.rowCount ?? 0 }) as object[] & { count: number };
}
