import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { uploadParts } from './uploads/upload-parts.ts';

/** Invariant: every finished upload has all its bytes. Returns the uploads that do not. */
export async function checkUploads(
  context: InTransaction<Platform>,
  sql: Connection,
): Promise<{ id: string; sizeBytes: number; onDisk: number }[]> {
  const wrong: { id: string; sizeBytes: number; onDisk: number }[] = [];
  const rows = sql<{ id: string; key: string; sizeBytes: number }[]>`
    select id, key, size_bytes from uploads where completed_at is not null`.cursor(500);
  for await (const batch of rows) {
    for (const { id, key, sizeBytes } of batch) {
      const onDisk =
        (await context.files.stat(key))?.sizeBytes ?? (await uploadParts(context).receivedBytes({ key, sizeBytes }));
      if (onDisk !== sizeBytes) wrong.push({ id, sizeBytes, onDisk });
    }
  }
  return wrong;
}
