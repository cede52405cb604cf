import { getTransparency } from '#contract/calls/site.ts';
import { parseNoteKey } from '#contract/checkpoint.ts';
import { hasKey, KeyChangeRefused, type LedgerKeys, openKeyChanges } from '#contract/key-change.ts';
import { call } from '#web/data/call.ts';
import { browserTools } from './browser-tools.ts';

/** The key that signs now, and the statements that lead to it from the first one. */
export interface PublishedKeys {
  key: string;
  keyChanges: readonly { note: string }[];
}

/** Verifies in this browser that each key change leads to the next key. Throws `KeyChangeRefused`. */
export async function openKeys({ key, keyChanges }: PublishedKeys): Promise<LedgerKeys> {
  const newest = await parseNoteKey(browserTools, key);
  if (!newest) throw new KeyChangeRefused(0);
  return openKeyChanges(
    browserTools,
    newest,
    keyChanges.map(({ note }) => note),
  );
}

/**
 * The keys and the newest root as they are published now. The key may have changed since the page was loaded: the new one must succeed the
 * one that the page shows. Throws `KeyChangeRefused`, and what `call` throws.
 */
export async function readPublished(shown: PublishedKeys): Promise<{ keys: LedgerKeys; latest: string | undefined }> {
  const published = await call(getTransparency);
  const keys = await openKeys(published);
  if (!hasKey(keys, shown.key)) throw new KeyChangeRefused(0);
  return { keys, latest: published.latest?.note };
}
