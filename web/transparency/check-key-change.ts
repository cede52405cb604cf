import { noteText } from '#contract/checkpoint.ts';
import { hashNote, parseKeyChange } from '#contract/key-change.ts';
import { t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { browserTools } from './browser-tools.ts';
import { type CheckResult, resultOf } from './check-result.ts';
import { type PublishedKeys, readPublished } from './published-keys.ts';

async function compare(note: string, shown: PublishedKeys): Promise<CheckResult> {
  const { keys } = await readPublished(shown);
  const saved = parseKeyChange(noteText(note));
  const hash = await hashNote(browserTools, note);
  if (saved && keys.changes.some((change) => change.hash === hash)) {
    return {
      verified: true,
      title: t`This key change is published`,
      text: t`Your browser checked that the old key and the new one both signed it.`,
      facts: [[t`Key change ${{ number: saved.number }}`, fullDate(saved.time)]],
    };
  }
  return {
    verified: false,
    title: t`We never published this key change`,
    text: t`It isn’t in our list. The file was changed, or someone made it with a stolen key. Don’t trust its new key. Keep the file, and write to us.`,
    facts: [],
  };
}

/** Checks in this browser that a saved key change is one of the published ones. Throws if the server cannot be reached. */
export const checkSavedKeyChange = (note: string, shown: PublishedKeys): Promise<CheckResult> =>
  resultOf(() => compare(note, shown));
