import { duration, type Setting, setting, size } from './fields.ts';

/** How much people may store, and for how long. Part of the table in config.ts. */
export const storageSettings = {
  UPLOAD_QUOTA_PER_PERSON: setting(
    '100GB',
    size(),
    'What the uploads of one person may take: files on their way in full, finished files, and files that were delivered.',
  ),
  UPLOAD_QUOTA_PER_POOL: setting('50GB', size(), 'What the uploads for one pool may take, counted the same way.'),
  UPLOAD_UNFINISHED_KEPT: setting(
    'PT48H',
    duration(),
    'An unfinished upload is deleted this long after its last part began. Until then it can be resumed.',
  ),
  UPLOAD_UNUSED_KEPT: setting('P14D', duration(), 'A finished upload that no delivery holds is deleted after this.'),
  DISK_RESERVE: setting(
    '2GB',
    size(),
    'Files and pictures are refused while the disk of DATA_DIR has less than this free. It keeps room for the database and mail.',
  ),
} satisfies Record<string, Setting<unknown>>;

type StorageValues = {
  [K in keyof typeof storageSettings]: (typeof storageSettings)[K] extends Setting<infer T> ? T : never;
};

export const storageOf = (values: StorageValues) => ({
  uploads: {
    perPersonBytes: values.UPLOAD_QUOTA_PER_PERSON,
    perPoolBytes: values.UPLOAD_QUOTA_PER_POOL,
    unfinishedKeptMs: values.UPLOAD_UNFINISHED_KEPT,
    unusedKeptMs: values.UPLOAD_UNUSED_KEPT,
  },
  diskReserveBytes: values.DISK_RESERVE,
});
