import { AppError } from '#contract/app-error.ts';
import { BackupFault } from '#server/platform/backup/backup-format.ts';
import { InvalidConfig, readConfig } from '#server/platform/config/config.ts';
import { isUnavailable } from '#server/platform/postgres/db.ts';
import { explainStartFault } from './start-faults.ts';

/** Returns the sentence for an operator about a fault that they can fix. Undefined for a bug, which needs its stack trace. */
export function explainCommandFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof InvalidConfig) return error.message;
  if (error instanceof AppError && error.code === 'unavailable') {
    // S3 that does not answer has logged its reason.
    return 'The database or the S3 server does not answer. Repeat the command once it does.';
  }
  // Before what is known of backups and connections, because a full disk ends these, too.
  const sentence = explainStartFault(error, readConfig());
  if (sentence) return `${sentence}\n${error.message}`;
  if (error instanceof BackupFault) return error.message;
  if (isUnavailable(error)) return `The connection to PostgreSQL was lost (${reasonOf(error)}). Repeat the command.`;
  const isExpected = error.constructor === Error || ('code' in error && 'path' in error);
  return isExpected ? error.message : undefined;
}

/** Node reports a host name whose addresses all refuse without a message. */
const reasonOf = (error: NodeJS.ErrnoException) => error.message || error.code;
