import { noteKeyText } from '#contract/checkpoint.ts';
import { type KeyChange, keyChangeText } from '#contract/key-change.ts';
import { addSecret, forgetOldSecrets } from '#server/platform/data/read-secret.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { postKeyChangeJob, saveKeyChangeJob } from './job-kinds.ts';
import { insertKeyChange } from './key-changes.sql.ts';
import { ledgerKeySecret, makeLedgerKey, openSigner, readSigningKeys, signNote } from './ledger-keys.ts';
import { noteHash } from './merkle-tree.ts';
import { checkpointOf, type PublishedTree, publishRoot } from './publish-root.ts';
import { findLatestRoot, lockRoots } from './roots.sql.ts';

export interface RotatedKey {
  change: KeyChange;
  /** The number of keys that sign each root from now on. */
  signers: number;
}

/**
 * Makes a new key and publishes the statement, signed by the old and the new key, that the new one succeeds it. The statement, the new
 * secret and a root that both keys sign are one transaction. Concurrent calls take turns; each makes a key.
 */
export async function rotateLedgerKey(context: Platform): Promise<RotatedKey> {
  let rotated: RotatedKey | undefined;
  await publishRoot(context, {
    async before(tx, tree) {
      rotated = await changeKey(context, tx, tree);
    },
  });
  if (!rotated) throw new Error('the key was not changed');
  return rotated;
}

async function changeKey(
  context: InTransaction<Platform>,
  tx: Tx,
  { size, rootHash, now }: PublishedTree,
): Promise<RotatedKey> {
  const { name, current, changes } = await readSigningKeys(tx);
  const last = changes.at(-1);
  const secret = makeLedgerKey();
  const next = await openSigner(name, secret);
  const time = `${now.toISOString().slice(0, 19)}Z`;
  const latest = await findLatestRoot(tx);
  const rootTime = latest ? checkpointOf(latest).time : time;
  const change: KeyChange = {
    ledger: name,
    number: changes.length + 1,
    // No root of the old key may be younger, also if the database's clock was set back.
    time: rootTime > time ? rootTime : time,
    oldKey: noteKeyText(current.noteKey),
    newKey: noteKeyText(next.noteKey),
    size,
    rootHash,
    previous: last && noteHash(last.note),
  };
  const { number } = change;
  await insertKeyChange(tx, { number, note: signNote(keyChangeText(change), [current, next]), changedAt: now });
  const signers = await addSecret(tx, ledgerKeySecret, () => secret);
  const { folder, url } = context.config.ledgerRoots;
  if (folder) await context.jobs.enqueue(tx, saveKeyChangeJob, { number });
  if (url) await context.jobs.enqueue(tx, postKeyChangeJob, { number });
  return { change, signers };
}

/** Removes the private keys before the current one, which no longer sign roots. Returns how many were removed. */
export function forgetOldLedgerKeys({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.tx(async (tx) => {
    await lockRoots(tx);
    return forgetOldSecrets(tx, ledgerKeySecret, makeLedgerKey);
  });
}
