import type { Connection } from '#server/platform/postgres/db.ts';

export interface CategoryRow {
  id: number;
  name: string;
  icon: string;
  adult: boolean;
}

export async function listCategoryRows(sql: Connection): Promise<CategoryRow[]> {
  return sql<CategoryRow[]>`select id, name, icon, adult from categories`;
}

/** Checks before the insert: a refused insert would use up a sequence number at every start. */
export async function insertCategory(sql: Connection, category: Omit<CategoryRow, 'id'>): Promise<void> {
  await sql`
    insert into categories (name, icon, adult)
    select ${category.name}, ${category.icon}, ${category.adult}
    where not exists (select 1 from categories where name = ${category.name})
    on conflict (name) do nothing`;
}
