import { z } from 'zod';

/**
 * A backup is a tar archive, optionally inside an age file. Its entries, in this order: `backup.json`; the rows of every table in parts
 * (PostgreSQL's text format of COPY, compressed with Zstandard); the stored files; `checksums.sha256` with a line for every earlier
 * entry, as `sha256sum` writes it; `end.json`. An archive without its end is truncated.
 */
export const formatVersion = 1;
export const manifestName = 'backup.json';
export const checksumsName = 'checksums.sha256';
export const endName = 'end.json';
export const filesPrefix = 'files/';
const databasePrefix = 'database/';

const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type BackupTable = z.infer<typeof tableSchema>;

export const manifestSchema = z.object({
  format: z.literal(formatVersion, 'the format is newer than this version of the server'),
  id: z.uuid(),
  /** When the snapshot of the database was taken, by the database's clock. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  /** `value` is null if the sequence was never used. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The contents of `end.json`. */
export const endSchema = z.object({ entries: z.number(), checksums: z.string() });

/** The jobs that had not ended, from the tables of the job queue. */
export const jobsTable: BackupTable = {
  schema: 'pgboss',
  name: 'job',
  columns: ['name', 'data', 'singleton_key', 'start_after'],
};

/** The folder of a table's parts within the archive, with a slash at its end. */
export function folderOf({ schema, name }: { schema: string; name: string }): string {
  return `${databasePrefix}${schema}.${name}/`;
}

/** A backup that cannot be used, with a message for the operator. */
export class BackupFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupFault';
  }
}
