import { getConsistency } from '#contract/calls/site.ts';
import { type Checkpoint, openCheckpoint } from '#contract/checkpoint.ts';
import { type LedgerKeys, openRoot } from '#contract/key-change.ts';
import { plural, t } from '#contract/language/text.ts';
import { concatBytes, fromHex } from '#contract/values/bytes.ts';
import { isConsistent } from '#contract/values/merkle-path.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { browserTools } from './browser-tools.ts';
import { type CheckResult, refusal, resultOf } from './check-result.ts';
import { type PublishedKeys, readPublished } from './published-keys.ts';

/** Whether a file looks like a saved root, and not like a proof. */
export const isRootText = (text: string): boolean => /^[^\s{]+\n\d+\n/.test(text);

const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array();
const hashNode = (left: Uint8Array, right: Uint8Array) =>
  browserTools.sha256(concatBytes(Uint8Array.of(1), left, right));

async function isExtended(saved: Checkpoint, newest: Checkpoint): Promise<boolean> {
  const { path } = await call(getConsistency, { query: { from: saved.size, to: newest.size } });
  const treeOf = ({ size, rootHash }: Checkpoint) => ({ size, rootHash: bytesOf(rootHash) });
  return isConsistent({ earlier: treeOf(saved), later: treeOf(newest), path: path.map(bytesOf) }, hashNode);
}

const about = ({ time, size }: Checkpoint) =>
  t`${{ date: fullDate(time) }}, ${plural({ entries: size }, { one: '# entry', other: '# entries' })}`;

/** False for a root that the server says it never published. Other failures say nothing about the books. */
function isUnknownRoot(error: unknown): boolean {
  if (asAppError(error).code === 'not_found') return false;
  throw error;
}

/**
 * A root that one of our keys signed although it does not belong to these books: it names a key change that they lack, or a key signed it
 * that had been replaced.
 */
async function openWithAnyKey(note: string, { keys }: LedgerKeys): Promise<Checkpoint | undefined> {
  const opened = await Promise.all(keys.map((key) => openCheckpoint(browserTools, note, key)));
  return opened.find((root) => root !== undefined);
}

async function compare(note: string, shown: PublishedKeys): Promise<CheckResult> {
  const { keys, latest } = await readPublished(shown);
  const valid = await openRoot(browserTools, note, keys);
  const saved = valid ?? (await openWithAnyKey(note, keys));
  const newest = latest === undefined ? undefined : await openRoot(browserTools, latest, keys);
  if (!saved || !newest) return refusal('signature');
  const facts = [
    [t`Your root`, about(saved)],
    [t`Newest root`, about(newest)],
  ] as const;
  // The server knows no path from a root that it never published.
  if (valid && saved.size <= newest.size && (await isExtended(saved, newest).catch(isUnknownRoot))) {
    return {
      verified: true,
      title: t`The books still contain your root`,
      text: t`Your browser checked that every entry under your root is still there, unchanged and in the same place.`,
      facts,
    };
  }
  return {
    verified: false,
    title: t`The published books contradict your root`,
    text: t`An entry under the root that you saved was changed or removed. Keep the file: we signed it, so it’s evidence. Write to us, and show it to others.`,
    facts,
  };
}

/** Checks in this browser that the newest published root extends one that was saved earlier. Throws if the server cannot be reached. */
export const checkSavedRoot = (note: string, shown: PublishedKeys): Promise<CheckResult> =>
  resultOf(() => compare(note, shown));
