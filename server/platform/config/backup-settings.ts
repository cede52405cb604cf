import { bech32 } from '@scure/base';
import { z } from 'zod';
import { optional, type Setting, setting, type ValuesOf } from './fields.ts';

/** The kinds of public keys that age-encryption accepts. It takes long to load, so only a backup loads it. */
const keyPrefixes = ['age', 'age1pq', 'age1tag', 'age1tagpq'];

/** Checks the checksum, too, so that a typo does not end a backup later. */
function isPublicKey(key: string): boolean {
  const decoded = bech32.decodeUnsafe(key, false);
  return decoded !== undefined && keyPrefixes.includes(decoded.prefix);
}

/** The keys of backups. Part of `settings` in config.ts. */
export const backupSettings = {
  BACKUP_PASSPHRASE: optional(
    z.string().min(12, 'must have at least 12 characters'),
    'Encrypts backups and opens them. Keep it in another place than the backups.',
    true,
  ),
  BACKUP_RECIPIENTS: setting(
    '',
    z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .refine((keys) => keys.every(isPublicKey), 'must be public keys of age, separated by commas'),
    'Public keys of age (`age1…`), separated by commas, that encrypt backups instead of a passphrase. The server then cannot read its own backups.',
  ),
  BACKUP_IDENTITY_FILE: optional(
    z.string(),
    'A file with the private key of one of BACKUP_RECIPIENTS (`age-keygen`), only to verify or restore a backup.',
  ),
} satisfies Record<string, Setting<unknown>>;

export const backupOf = (values: ValuesOf<typeof backupSettings>) => ({
  backup: {
    passphrase: values.BACKUP_PASSPHRASE,
    recipients: values.BACKUP_RECIPIENTS,
    identityFile: values.BACKUP_IDENTITY_FILE,
  },
});

export const backupProblems = (values: Partial<ValuesOf<typeof backupSettings>>) =>
  values.BACKUP_PASSPHRASE && values.BACKUP_RECIPIENTS?.length
    ? ['set BACKUP_PASSPHRASE or BACKUP_RECIPIENTS, not both']
    : [];
