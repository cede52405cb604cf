import { randomBytes } from 'node:crypto';
import { Journal } from './journal.ts';
import type { TableName, Tables } from './tables.ts';

type Put = { [K in TableName]: [K, Tables[K]] }[TableName];

/**
 * Tables in memory, restored from the journal. Handlers run without awaiting anything, so a request changes the tables at once or not at
 * all; `commit` appends its changes as one line.
 */
export class Store {
  readonly #tables = new Map<TableName, Map<string, unknown>>();
  readonly #journal: Journal;
  #puts: Put[] = [];

  constructor(folder: string) {
    const { journal, lines } = Journal.open(folder);
    this.#journal = journal;
    for (const line of lines as Put[][]) for (const [table, row] of line) this.#table(table).set(row.id, row);
  }

  get<K extends TableName>(table: K, id: string): Tables[K] | undefined {
    return this.#table(table).get(id) as Tables[K] | undefined;
  }

  /** In order of creation. */
  all<K extends TableName>(table: K): Tables[K][] {
    return [...this.#table(table).values()] as Tables[K][];
  }

  put<K extends TableName>(table: K, row: Tables[K]): Tables[K] {
    this.#table(table).set(row.id, row);
    this.#puts.push([table, row] as unknown as Put);
    return row;
  }

  /** Changes some fields of a row that exists. */
  change<K extends TableName>(table: K, id: string, fields: Partial<Tables[K]>): Tables[K] {
    const row = this.get(table, id);
    if (!row) throw new Error(`no ${table} ${id}`);
    return this.put(table, { ...row, ...fields });
  }

  commit(): void {
    if (this.#puts.length > 0) this.#journal.append(this.#puts);
    this.#puts = [];
  }

  flushed(): Promise<void> {
    return this.#journal.flushed();
  }

  async close(): Promise<void> {
    this.commit();
    await this.#journal.close();
  }

  /** Virtual time in seconds. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.setting('clockOffset', 0);
  }

  setting<T>(name: string, fallback: T): T {
    return (this.get('settings', name)?.value as T | undefined) ?? fallback;
  }

  #table(name: TableName): Map<string, unknown> {
    let table = this.#tables.get(name);
    if (!table) {
      table = new Map();
      this.#tables.set(name, table);
    }
    return table;
  }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id as Stripe writes them: a prefix and letters and digits. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}
