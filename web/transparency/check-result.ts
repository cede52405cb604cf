import { parseNoteKey } from '#contract/checkpoint.ts';
import {
  type CheckedProof,
  checkProof,
  type LedgerRecord,
  type ProofFault,
  ProofRefused,
} from '#contract/payment-proof.ts';
import { receiptNumber } from '#contract/receipts.ts';
import { grouped } from '#contract/values/format-number.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { browserTools, NoBrowserCrypto } from './browser-tools.ts';

/** The result of a check, as text. */
export interface CheckResult {
  verified: boolean;
  title: string;
  text: string;
  /** The statements of the verified entries. */
  facts: readonly (readonly [name: string, value: string])[];
}

const refusals: Record<ProofFault | 'unsupported', readonly [title: string, text: string]> = {
  unreadable: [
    'This proof was changed, or it isn’t a proof',
    'The file isn’t exactly as we wrote it. Get a new one from your receipt.',
  ],
  signature: [
    'The signature doesn’t match',
    'Our key didn’t sign this root. The proof was changed, or it comes from another site.',
  ],
  entry: [
    'An entry doesn’t match',
    'An entry in this proof isn’t under the signed root, so the proof was changed. Get a new one from your receipt. If that one fails too, write to us.',
  ],
  pledge: ['This proof is about another pledge', 'Its entries are under the signed root, but they aren’t yours.'],
  unsupported: [
    'This browser can’t check signatures',
    'Use a current version of Chrome, Edge, Firefox or Safari. Your payment isn’t affected.',
  ],
};

export const refusal = (fault: ProofFault | 'unsupported'): CheckResult => {
  const [title, text] = refusals[fault];
  return { verified: false, title, text, facts: [] };
};

const kinds: Record<string, string> = {
  charge: 'Your card was charged',
  charge_cost: 'Card processing, which you don’t pay',
  refund: 'Refunded to your card',
};

/** The amount that a record moved, in cents: the sum of its positive entries. */
const amountOf = ({ entries }: LedgerRecord) => entries.reduce((sum, [, cents]) => sum + Math.max(0, cents), 0);

function success({ pledgeId, records, checkpoint }: CheckedProof): CheckResult {
  return {
    verified: true,
    title: 'This payment is in our books',
    text: `Your browser checked ${count(records.length, 'entry', 'entries')} against the root of ${fullDate(checkpoint.time)}, which covers ${grouped(checkpoint.size)} entries. The hashes match, and the signature is ours.`,
    facts: [
      ['Receipt', receiptNumber(pledgeId)],
      ...records.map(
        (record) =>
          [
            kinds[record.kind] ?? record.kind,
            `${formatMoneyExact(amountOf(record))} on ${fullDate(record.at)}`,
          ] as const,
      ),
    ],
  };
}

/** Checks a proof in this browser against the ledger's published key. `pledgeId`: the pledge that it must be about. */
export async function checkInBrowser(text: string, keyText: string, pledgeId?: string): Promise<CheckResult> {
  try {
    const key = await parseNoteKey(browserTools, keyText);
    if (!key) throw new ProofRefused('signature');
    const proof = await checkProof(browserTools, text, key);
    if (pledgeId !== undefined && proof.pledgeId !== pledgeId) throw new ProofRefused('pledge');
    return success(proof);
  } catch (error) {
    if (error instanceof ProofRefused) return refusal(error.fault);
    if (error instanceof NoBrowserCrypto) return refusal('unsupported');
    throw error;
  }
}
