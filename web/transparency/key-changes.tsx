import { Download } from 'lucide-react';
import type { LedgerKeyChange } from '#contract/transparency.ts';
import { fullDate } from '#contract/values/time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { saveText } from './save-text.ts';

function Change({ change: { number, changedAt, newKey, note } }: { change: LedgerKeyChange }) {
  const ready = useHydrated();
  const day = changedAt.slice(0, 10);
  return (
    <li>
      <div>
        <b>{fullDate(changedAt)}</b> <span className="text-muted">Key change {number}</span>
        <code>{newKey}</code>
      </div>
      <IconButton
        label={`Save key change ${number} of ${fullDate(changedAt)}`}
        disabled={!ready}
        onClick={() => saveText(`fanfare-key-change-${number}-${day}.txt`, note, 'text/plain')}
      >
        <Download aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** All changes of the ledger's key, the newest first, each with its signed text as a file. Nothing while the first key signs. */
export function KeyChanges({ changes }: { changes: readonly LedgerKeyChange[] }) {
  const [first] = changes;
  if (!first) return null;
  return (
    <>
      <p>
        We’ve replaced our key before. The old key and the new one both signed each key change, so anyone with an older
        key can check that the newest one is ours. Don’t trust a key change that isn’t in this list. To compare a saved
        one, drop the file under <a href="#check">Check your payment</a>.
      </p>
      <ul className="root-list">
        {changes.toReversed().map((change) => (
          <Change key={change.number} change={change} />
        ))}
      </ul>
      <p>Our first key was:</p>
      <code className="ledger-key">{first.oldKey}</code>
    </>
  );
}
