import type { Tx } from '#server/platform/db.ts';

export interface NewImage {
  ownerId: string;
  key: string;
  width: number;
  height: number;
  sizeBytes: number;
}

export async function insertImage(tx: Tx, image: NewImage): Promise<string> {
  const [row] = await tx<{ id: string }[]>`insert into images ${tx({ ...image })} returning id`;
  if (!row) throw new Error('no image was inserted');
  return row.id;
}
