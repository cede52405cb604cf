import { postJournal } from '#server/money/ledger.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { markMatched } from './unmatched.sql.ts';

/** Takes a movement off `unmatched` in the transaction that books its row. */
export async function matchMovement(tx: Tx, reference: string): Promise<void> {
  const amountCents = await markMatched(tx, reference);
  if (amountCents === undefined) return;
  await postJournal(tx, {
    kind: 'correction',
    cause: `unmatched:${reference}:matched`,
    entries: [
      { account: 'clearing', amountCents: -amountCents },
      { account: 'unmatched', amountCents },
    ],
  });
}
