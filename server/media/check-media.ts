import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { uploadParts } from './uploads/upload-parts.ts';

interface Upload {
  id: string;
  key: string;
  sizeBytes: number;
}

/** Invariant: every finished upload has all its bytes. Returns the uploads that do not. */
export async function checkUploads(
  context: InTransaction<Platform>,
  sql: Connection,
): Promise<{ id: string; sizeBytes: number; onDisk: number }[]> {
  const wrong: { id: string; sizeBytes: number; onDisk: number }[] = [];
  for (let lastId: string | null = null; ; ) {
    const batch: Upload[] = await sql<Upload[]>`
      select id, key, size_bytes from uploads where completed_at is not null and (${lastId}::text is null or id > ${lastId})
      order by id limit 500`;
    for (const { id, key, sizeBytes } of batch) {
      const onDisk =
        (await context.files.stat(key))?.sizeBytes ?? (await uploadParts(context).receivedBytes({ key, sizeBytes }));
      if (onDisk !== sizeBytes) wrong.push({ id, sizeBytes, onDisk });
      lastId = id;
    }
    if (batch.length === 0) return wrong;
  }
}
