import { noteKeyText } from '#contract/checkpoint.ts';
import {
  hasKey,
  KeyChangeRefused,
  type LedgerKeys,
  type OpenedKeyChange,
  onlyKey,
  openKeyChanges,
} from '#contract/key-change.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readSigningKeys, type SigningKeys } from './ledger-keys.ts';
import { emptyRoot, proofTools } from './merkle-tree.ts';
import { hasRoot, lockRoots } from './roots.sql.ts';

interface WrongKeyChange {
  number: number;
  fault: string;
}

const openKeys = ({ current, changes }: SigningKeys): Promise<LedgerKeys> =>
  openKeyChanges(
    proofTools,
    current.noteKey,
    changes.map(({ note }) => note),
  );

/** The ledger's keys. If a key change is wrong, only the current key, so that roots of other keys count as wrong too. */
export async function readLedgerKeys({ db }: Platform): Promise<LedgerKeys> {
  const stored = await readSigningKeys(db.sql);
  try {
    return await openKeys(stored);
  } catch (error) {
    if (error instanceof KeyChangeRefused) return onlyKey(stored.current.noteKey);
    throw error;
  }
}

/** Key changes that do not lead from key to key, or name a tree that no root has, and private keys that no change leads to. */
export async function findWrongKeyChanges({ db }: Platform): Promise<WrongKeyChange[]> {
  const stored = await db.tx(async (tx) => {
    // Between the two reads, a rotation would make the secret older than the key changes.
    await lockRoots(tx);
    return readSigningKeys(tx);
  });
  let keys: LedgerKeys;
  try {
    keys = await openKeys(stored);
  } catch (error) {
    if (!(error instanceof KeyChangeRefused)) throw error;
    const fault =
      error.number === 0 ? 'no key change leads to the key that signs' : 'it was changed, removed or inserted';
    return [{ number: error.number, fault }];
  }
  const wrong: WrongKeyChange[] = [];
  for (const change of keys.changes) {
    if (!(await isTreeKnown(db.sql, change))) wrong.push({ number: change.number, fault: 'no root has its tree' });
  }
  const newest = keys.keys.at(-1);
  if (newest && noteKeyText(newest) !== noteKeyText(stored.current.noteKey)) {
    wrong.push({ number: keys.changes.length, fault: 'its new key does not sign the roots' });
  }
  const strange = stored.signers.some(({ noteKey }) => !hasKey(keys, noteKeyText(noteKey)));
  if (strange) wrong.push({ number: keys.changes.length, fault: 'a further key signs the roots' });
  return wrong;
}

async function isTreeKnown(sql: Platform['db']['sql'], { size, rootHash }: OpenedKeyChange): Promise<boolean> {
  const hash = Buffer.from(rootHash, 'hex');
  return size === 0 ? hash.equals(emptyRoot) : hasRoot(sql, size, hash);
}
