import type { Message } from '#contract/language/text.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** The rows of a file: a statement that a transaction reads in batches. */
export interface PersonalRows {
  cursor(batchRows: number): AsyncIterable<readonly object[]>;
}

/**
 * One file of a person's data export. Every module declares its own files. Fields are named as in the tables, amounts are in cents. A
 * file holds nothing of other people, and no adult text that they wrote.
 */
export interface PersonalData {
  /** The file's name without its extension. */
  name: string;
  /** One sentence for the contents page. */
  about: Message;
  rows(sql: Connection, userId: string): PersonalRows;
}
