import { appError } from '#contract/errors.ts';
import { type ProvenEntry, proofText } from '#contract/pledges/payment-proof.ts';
import type { Platform } from '#server/platform/platform.ts';
import { subjectOf } from '#server/pledges/pledge-jobs.ts';
import { hashPath } from './ledger-tree.ts';
import { isPledgeOf, listPaymentJournals } from './proof.sql.ts';
import { findLatestRoot } from './roots.sql.ts';

/**
 * Returns the proof that a fan's payment for a pledge is under the newest root, as a file. It contains the journals of this payment and
 * hashes, which reveal nothing about other journals. Throws `not_found` for another fan's pledge, `proof_none` before the payment, and
 * `proof_pending` if the newest root is older than the payment.
 */
export async function provePayment(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  pledgeId: string,
): Promise<{ fileName: string; text: string }> {
  if (!(await isPledgeOf(db.sql, pledgeId, userId))) throw appError('not_found');
  const journals = await listPaymentJournals(db.sql, subjectOf(pledgeId), userId);
  if (journals.length === 0) throw appError('proof_none');
  const root = await findLatestRoot(db.sql);
  const size = root?.size ?? 0;
  const covered = journals.filter(({ position }) => position !== null && position < size);
  if (!root || !covered.some(({ kind }) => kind === 'charge')) throw appError('proof_pending');
  const entries: ProvenEntry[] = [];
  for (const { position, record } of covered) {
    if (position === null || record === null) continue;
    const path = await hashPath(db.sql, position, size);
    entries.push({ position, record, path: path.map((hash) => hash.toString('hex')) });
  }
  const text = proofText({ pledge: pledgeId, checkpoint: root.note, entries });
  return { fileName: `payment-proof-${pledgeId.slice(0, 8)}.json`, text };
}
