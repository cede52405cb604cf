import { msg, t } from '#contract/language/text.ts';
import type { LedgerKeyChange } from '#contract/transparency.ts';
import { fullDate } from '#contract/values/time.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { LedgerKey } from './ledger-key.tsx';
import { NoteList, NoteRow } from './note-row.tsx';

function Change({ change: { number, changedAt, newKey, note } }: { change: LedgerKeyChange }) {
  return (
    <NoteRow
      at={changedAt}
      about={t`Key change ${{ number }}`}
      code={newKey}
      label={t`Save key change ${{ number }} of ${{ date: fullDate(changedAt) }}`}
      file={{ name: `fanfare-key-change-${number}-${changedAt.slice(0, 10)}.txt`, text: note }}
    />
  );
}

/** All changes of the ledger's key, the newest first, each with its signed text as a file. Nothing while the first key signs. */
export function KeyChanges({ changes }: { changes: readonly LedgerKeyChange[] }) {
  const [first] = changes;
  if (!first) return null;
  return (
    <>
      <p>
        <RichText
          text={msg`We’ve replaced our key before. The old key and the new one both signed each key change, so anyone with an older key can check that the newest one is ours. Don’t trust a key change that isn’t in this list. To compare a saved one, drop the file under <link>Check your payment</link>.`}
          tags={{ link: (text) => <a href="#check">{text}</a> }}
        />
      </p>
      <NoteList>
        {changes.toReversed().map((change) => (
          <Change key={change.number} change={change} />
        ))}
      </NoteList>
      <p>{t`Our first key was:`}</p>
      <LedgerKey value={first.oldKey} />
    </>
  );
}
