/** A text with `$1`, `$2` … and their values. */
export interface Query {
  text: string;
  values: unknown[];
  /** Whether PostgreSQL should keep the parsed statement for its next run on the connection. */
  isPrepared: boolean;
}

export type Rows = readonly object[];
/** `count`: how many rows the statement read or changed. */
type Counted<R extends Rows = Rows> = R & { readonly count: number };
export type Run = (statement: Statement<Rows>) => Promise<Counted>;

/**
 * A statement, or a part of one: `sql`…${part}…``. It runs once something awaits it. A value becomes a parameter, and a part its text.
 */
export class Statement<R extends Rows> implements Promise<Counted<R>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** `unsafe`: the text is complete, and these are the values of its parameters. */
  readonly parameters: readonly unknown[] | undefined;
  /** See `planEachTime` and `planOnce`. */
  isPrepared: boolean;
  readonly #run: Run;
  #rows: Promise<Counted<R>> | undefined;

  constructor(
    run: Run,
    strings: readonly string[],
    { values = [], parameters }: { values?: readonly unknown[]; parameters?: readonly unknown[] },
  ) {
    this.#run = run;
    this.strings = strings;
    this.values = values;
    this.parameters = parameters;
    this.isPrepared = parameters === undefined;
  }

  #start(): Promise<Counted<R>> {
    this.#rows ??= this.#run(this) as Promise<Counted<R>>;
    return this.#rows;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise that begins late.
  then<A = Counted<R>, B = never>(
    onRows?: ((rows: Counted<R>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(onRows, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Counted<R> | B> {
    return this.#start().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Counted<R>> {
    return this.#start().finally(onEnd);
  }

  /** Reads the rows in batches, in a transaction and one statement at a time. */
  async *cursor(batchRows: number): AsyncGenerator<Counted<R>> {
    await new Statement(this.#run, ['declare batches cursor for ', ''], { values: [this] });
    for (;;) {
      const rows = await new Statement<R>(this.#run, [`fetch ${batchRows} from batches`], { parameters: [] });
      if (rows.length === 0) break;
      yield rows;
    }
    await new Statement(this.#run, ['close batches'], { parameters: [] });
  }
}

/** A value that is stored as JSON. */
class Json {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A part of a statement whose text depends on what it follows. */
export class Helper {
  readonly first: unknown;
  readonly columns: readonly string[];
  constructor(first: unknown, columns: readonly string[]) {
    this.first = first;
    this.columns = columns;
  }
}

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;
/** The types that may stand in the place of a value. Objects need `sql.json`. */
export type Value = Scalar | readonly (Scalar | readonly Scalar[])[] | Part;
/** Part of a statement, with its own values. */
export type Part = Statement<Rows> | Helper | Json | readonly Statement<Rows>[];

export interface Tag {
  // biome-ignore lint/suspicious/noExplicitAny: the caller names the rows; without a name they may have any columns.
  <R extends Rows = any[]>(strings: TemplateStringsArray, ...values: readonly Value[]): Statement<R>;
  /** The name of a table or column, also with a dot. */
  (name: string): Helper;
  /** After `insert into table`: the columns and rows. After `set`: the assignments. After `in`: the list. Columns in camelCase. */
  (values: object, ...columns: string[]): Helper;
  /** A value as jsonb. */
  json(value: unknown): Json;
  /** Runs a text as it is. Without values it may hold several statements. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  unsafe<R extends Rows = any[]>(text: string, values?: readonly unknown[]): Statement<R>;
}

/** A tag whose statements go to `run`. `assertAllowed` runs for each statement and part. */
export function createTag(run: Run, assertAllowed: () => void = () => undefined): Tag {
  const tag = (first: unknown, ...rest: unknown[]) => {
    assertAllowed();
    if (!isTemplate(first)) return new Helper(first, rest as string[]);
    rememberOrigin(first, tag);
    return new Statement(run, first, { values: rest });
  };
  const json = (value: unknown) => new Json(value);
  const unsafe = (text: string, parameters: readonly unknown[] = []) => {
    assertAllowed();
    return new Statement(run, [text], { parameters });
  };
  return Object.assign(tag, { json, unsafe }) as unknown as Tag;
}

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value;

/** Where a template was first used. The strings of a template are the same object each time. */
const origins = new WeakMap<readonly string[], { stack?: string }>();

function rememberOrigin(strings: readonly string[], tag: (...args: never[]) => unknown): void {
  if (origins.has(strings)) return;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 4;
  const origin = {};
  Error.captureStackTrace(origin, tag);
  Error.stackTraceLimit = limit;
  origins.set(strings, origin);
}

/** The lines of the stack that lead to the statement's template. */
export const originOf = ({ strings }: Statement<Rows>): string =>
  (origins.get(strings)?.stack ?? '').split('\n').slice(1).join('\n');

/** The text and the values of a statement with all of its parts. */
export function compose(statement: Statement<Rows>): Query {
  if (statement.parameters)
    return { text: statement.strings[0] ?? '', values: [...statement.parameters], isPrepared: statement.isPrepared };
  const query = { text: '', values: [], isPrepared: statement.isPrepared };
  addStatement(query, statement);
  return query;
}

function addStatement(query: Query, { strings, values, parameters }: Statement<Rows>): void {
  if (parameters?.length) throw new Error('A text with parameters cannot be a part of a statement');
  query.text += strings[0];
  values.forEach((value, index) => {
    if (value instanceof Statement) addStatement(query, value);
    else if (value instanceof Helper) addHelper(query, value);
    else if (Array.isArray(value) && value[0] instanceof Statement) addAll(query, value);
    else addValue(query, value);
    query.text += strings[index + 1];
  });
}

function addAll(query: Query, parts: readonly Statement<Rows>[]): void {
  for (const part of parts) {
    query.text += ' ';
    addStatement(query, part);
  }
}

function addHelper(query: Query, { first, columns }: Helper): void {
  if (typeof first === 'string') {
    query.text += columnName(first);
    return;
  }
  const follows = /\w+(?=\s*$)/.exec(query.text)?.[0].toLowerCase();
  if (follows === 'set') addAssignments(query, first as Record<string, unknown>);
  else if (follows === 'in') addList(query, first as unknown[]);
  else addRows(query, (Array.isArray(first) ? first : [first]) as Record<string, unknown>[], columns);
  // The text depends on the number of values, so there is no end to such statements.
  if (Array.isArray(first)) query.isPrepared = false;
}

function addAssignments(query: Query, row: Record<string, unknown>): void {
  Object.entries(row).forEach(([column, value], index) => {
    query.text += `${index > 0 ? ',' : ''}${columnName(column)}=`;
    addValue(query, value);
  });
}

function addRows(query: Query, rows: readonly Record<string, unknown>[], columns: readonly string[]): void {
  const names = columns.length > 0 ? columns : Object.keys(rows[0] ?? {});
  query.text += `(${names.map(columnName).join(',')}) values`;
  rows.forEach((row, index) => {
    if (index > 0) query.text += ',';
    addList(
      query,
      names.map((name) => row[name]),
    );
  });
}

function addList(query: Query, values: readonly unknown[]): void {
  query.text += '(';
  (values.length > 0 ? values : [null]).forEach((value, index) => {
    if (index > 0) query.text += ',';
    addValue(query, value);
  });
  query.text += ')';
}

/** Adds a parameter, with its type where PostgreSQL could infer another one from the text around it. */
function addValue(query: Query, value: unknown): void {
  const isJson = value instanceof Json;
  const content = isJson ? value.value : value;
  if (content === undefined) throw new Error(`A value is undefined, after: ${query.text.slice(-200)}`);
  query.values.push(isJson && content !== null ? JSON.stringify(content) : toParameter(content));
  query.text += `$${query.values.length}${isJson ? '::jsonb' : castOf(content)}`;
}

const toParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

function castOf(value: unknown): string {
  if (value instanceof Date) return '::timestamptz';
  if (value instanceof Uint8Array) return '::bytea';
  if (typeof value === 'boolean') return '::boolean';
  return typeof value === 'bigint' ? '::bigint' : '';
}

/** The quoted name in snake_case. */
function columnName(name: string): string {
  const snakeCase = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return `"${snakeCase.replaceAll('"', '""').replaceAll('.', '"."')}"`;
}

/**
 * Makes PostgreSQL plan this statement for its parameters each time, which takes a few milliseconds. Otherwise, after five runs on a
 * connection, it may reuse one plan for all parameters, and a plan for a rare word is very slow for a common one.
 */
export function planEachTime<R extends Rows>(statement: Statement<R>): Statement<R> {
  statement.isPrepared = false;
  return statement;
}

/** Lets PostgreSQL keep the plan of an `unsafe` text for its next run on the connection. For a single statement that recurs. */
export function planOnce<R extends Rows>(statement: Statement<R>): Statement<R> {
  statement.isPrepared = true;
  return statement;
}
