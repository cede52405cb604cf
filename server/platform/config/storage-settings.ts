import { duration, type Setting, setting, size, type ValuesOf } from './fields.ts';
import { s3Of, s3Settings } from './s3-settings.ts';

/** Where files are stored, and limits on them. Part of `settings` in config.ts. */
export const storageSettings = {
  UPLOAD_QUOTA_PER_PERSON: setting(
    '100GB',
    size(),
    'The space for the uploads of one person. Unfinished uploads count in full, as do finished and delivered files.',
  ),
  UPLOAD_QUOTA_PER_POOL: setting('50GB', size(), 'The space for the uploads for one pool, counted the same way.'),
  UPLOAD_UNFINISHED_KEPT: setting(
    'PT48H',
    duration(),
    'An unfinished upload is deleted this long after its last part started. Until then it can be resumed.',
  ),
  UPLOAD_UNUSED_KEPT: setting('P14D', duration(), 'A finished upload without a delivery is deleted after this time.'),
  DISK_RESERVE: setting(
    '2GB',
    size(),
    'New files and pictures are refused while the disk of DATA_DIR has less than this free, which keeps space for the database and mail.',
  ),
  ...s3Settings,
} satisfies Record<string, Setting<unknown>>;

export const storageOf = (values: ValuesOf<typeof storageSettings>) => ({
  uploads: {
    perPersonBytes: values.UPLOAD_QUOTA_PER_PERSON,
    perPoolBytes: values.UPLOAD_QUOTA_PER_POOL,
    unfinishedKeptMs: values.UPLOAD_UNFINISHED_KEPT,
    unusedKeptMs: values.UPLOAD_UNUSED_KEPT,
  },
  diskReserveBytes: values.DISK_RESERVE,
  ...s3Of(values),
});
