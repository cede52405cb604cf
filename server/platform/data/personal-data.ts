import type { Sql } from '#server/platform/postgres/db.ts';

/**
 * One file of a person's data export. Every module declares its own files. Fields are named as in the tables, amounts are in cents. A
 * file holds nothing of other people, and no adult text that they wrote.
 */
export interface PersonalData {
  /** The file's name without its extension. */
  name: string;
  /** One sentence for the contents page. */
  about: string;
  rows(sql: Sql, userId: string): Promise<readonly object[]>;
}
