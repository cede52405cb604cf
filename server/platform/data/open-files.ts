import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { createDiskFiles } from './disk-files.ts';
import type { Files } from './files.ts';
import { createS3Files } from './s3-files.ts';

type FileConfig = Pick<Config, 'dataDir' | 'diskReserveBytes' | 's3'>;

export const diskFilesOf = ({ dataDir, diskReserveBytes }: FileConfig) =>
  createDiskFiles(join(dataDir, 'files'), diskReserveBytes);

/** Opens the files of this installation: on S3 if S3_ENDPOINT is set, else below DATA_DIR. */
export function openFiles(config: FileConfig, log: Logger): Files {
  const onDisk = diskFilesOf(config);
  return config.s3 ? createS3Files(config.s3, onDisk, log) : onDisk;
}
