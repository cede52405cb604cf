import type { Sql } from '#server/platform/postgres/db.ts';

/**
 * One file of what is known about a person: every module declares its own, and the data export holds all of them. In the words of
 * the tables, amounts in cents; nothing of other people, and nothing adult that they wrote.
 */
export interface PersonalData {
  /** Of the file, without its ending. */
  name: string;
  /** One sentence for the contents page. */
  about: string;
  rows(sql: Sql, userId: string): Promise<readonly object[]>;
}
