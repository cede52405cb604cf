import { KeyChangeRefused, type LedgerKeys } from '#contract/key-change.ts';
import { type Message, msg, plural, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import {
  type CheckedProof,
  checkProof,
  type LedgerRecord,
  type ProofFault,
  ProofRefused,
  receiptNumber,
} from '#contract/pledges/payment-proof.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { isUnreachable } from '#web/data/call.ts';
import { browserTools, NoBrowserCrypto } from './browser-tools.ts';
import { openKeys, type PublishedKeys, readPublished } from './published-keys.ts';

/** The result of a check, as text. */
export interface CheckResult {
  verified: boolean;
  title: Text;
  text: Text;
  /** The statements of the verified entries. */
  facts: readonly (readonly [name: Text, value: string])[];
}

type Refusal = ProofFault | 'keys' | 'unsupported';

const refusals: Record<Refusal, readonly [title: Message, text: Message]> = {
  unreadable: [
    msg`This proof was changed, or it isn’t a proof`,
    msg`The file isn’t exactly as we wrote it. Get a new one from your receipt.`,
  ],
  signature: [
    msg`The signature doesn’t match`,
    msg`Our key didn’t sign this root. The proof was changed, or it comes from another site.`,
  ],
  entry: [
    msg`An entry doesn’t match`,
    msg`An entry in this proof isn’t under the signed root, so the proof was changed. Get a new one from your receipt. If that one fails too, write to us.`,
  ],
  pledge: [msg`This proof is about another pledge`, msg`Its entries are under the signed root, but they aren’t yours.`],
  keys: [
    msg`The public keys don’t match`,
    msg`Our key changes don’t lead from one key to the next. Don’t trust the newest key, and write to us.`,
  ],
  unsupported: [
    msg`This browser can’t check signatures`,
    msg`Use a current version of Chrome, Edge, Firefox or Safari. Your payment isn’t affected.`,
  ],
};

export const refusal = (fault: Refusal): CheckResult => {
  const [title, text] = refusals[fault];
  return { verified: false, title: textOf(title), text: textOf(text), facts: [] };
};

const kinds: Record<string, Message> = {
  charge: msg`Your card was charged`,
  charge_cost: msg`Card processing, which you don’t pay`,
  refund: msg`Refunded to your card`,
};

/** The label of an entry for the fan. The corrections in a proof are about refunds. */
export function labelOf({ kind, cause }: Pick<LedgerRecord, 'kind' | 'cause'>): Text {
  if (kind !== 'correction') {
    const known = kinds[kind];
    return known ? textOf(known) : verbatim(kind);
  }
  return cause.endsWith(':returned') ? t`Your bank sent the refund back to us` : t`Refunded to you in another way`;
}

/** The amount that a record moved, in cents: the sum of its positive entries. */
const amountOf = ({ entries }: LedgerRecord) => entries.reduce((sum, [, cents]) => sum + Math.max(0, cents), 0);

function success({ pledgeId, records, checkpoint }: CheckedProof): CheckResult {
  return {
    verified: true,
    title: t`This payment is in our books`,
    text: t`Your browser checked ${plural({ checkedEntries: records.length }, { one: '# entry', other: '# entries' })} against the root of ${{ date: fullDate(checkpoint.time) }}, which covers ${plural({ allEntries: checkpoint.size }, { one: '# entry', other: '# entries' })}. The hashes match, and the signature is ours.`,
    facts: [
      [t`Receipt`, receiptNumber(pledgeId)],
      ...records.map(
        (record) =>
          [
            labelOf(record),
            t`${{ amount: formatMoneyExact(amountOf(record)) }} on ${{ date: fullDate(record.at) }}`,
          ] as const,
      ),
    ],
  };
}

/** The result of a check; a refusal for faults that the check throws. */
export async function resultOf(check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ProofRefused) return refusal(error.fault);
    if (error instanceof KeyChangeRefused) return refusal('keys');
    if (error instanceof NoBrowserCrypto) return refusal('unsupported');
    throw error;
  }
}

async function checkWith(text: string, keys: LedgerKeys, pledgeId?: string): Promise<CheckResult> {
  const proof = await checkProof(browserTools, text, keys);
  if (pledgeId !== undefined && proof.pledgeId !== pledgeId) throw new ProofRefused('pledge');
  return success(proof);
}

/** Undefined without a connection, and if no key was added since the page was loaded. */
async function findNewerKeys(shown: PublishedKeys): Promise<LedgerKeys | undefined> {
  try {
    const { keys } = await readPublished(shown);
    return keys.changes.length > shown.keyChanges.length ? keys : undefined;
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

/** Checks a proof in this browser against the ledger's published keys. `pledgeId`: the pledge that it must be about. */
export function checkInBrowser(text: string, shown: PublishedKeys, pledgeId?: string): Promise<CheckResult> {
  return resultOf(async () => {
    try {
      return await checkWith(text, await openKeys(shown), pledgeId);
    } catch (error) {
      const isUnsigned = error instanceof ProofRefused && error.fault === 'signature';
      const newer = isUnsigned ? await findNewerKeys(shown) : undefined;
      if (!newer) throw error;
      return checkWith(text, newer, pledgeId);
    }
  });
}
