import type { Connection } from '#server/platform/db.ts';

export interface NewImage {
  ownerId: string;
  key: string;
  width: number;
  height: number;
  sizeBytes: number;
}

export async function insertImage(sql: Connection, image: NewImage): Promise<string> {
  const [row] = await sql<{ id: string }[]>`insert into images ${sql({ ...image })} returning id`;
  if (!row) throw new Error('no image was inserted');
  return row.id;
}
