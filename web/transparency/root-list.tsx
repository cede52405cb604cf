import { Download } from 'lucide-react';
import { listLedgerRoots } from '#contract/calls/transparency.ts';
import type { LedgerRoot } from '#contract/transparency.ts';
import { grouped } from '#contract/values/format-number.ts';
import { fullDate } from '#contract/values/time.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { IconButton } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { saveText } from './save-text.ts';

export const rootsQuery = optional(query(listLedgerRoots, { query: { page: 1 } }));

/** The page shows the newest ones; the API has all of them. */
const shown = 7;

function Root({ root: { id, size, rootHash, publishedAt, note } }: { root: LedgerRoot }) {
  const ready = useHydrated();
  const day = publishedAt.slice(0, 10);
  return (
    <li>
      <div>
        <b>{fullDate(publishedAt)}</b> <span className="text-muted">{grouped(size)} entries</span>
        <code>{rootHash}</code>
      </div>
      <IconButton
        label={`Save the root of ${fullDate(publishedAt)}, number ${id}`}
        disabled={!ready}
        onClick={() => saveText(`fanfare-root-${id}-${day}.txt`, note, 'text/plain')}
      >
        <Download aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** The newest published roots, each with its signed text as a file. */
export function RootList() {
  const roots = useData(rootsQuery);
  return (
    <Loaded
      of={roots}
      loading={<Skeleton className="h-52" />}
      failed="We couldn’t load the roots"
      empty={({ items }) =>
        items.length === 0 && (
          <EmptyState title="No roots yet">
            The first one appears shortly after the midnight UTC that follows the first payment.
          </EmptyState>
        )
      }
    >
      {({ items }) => (
        <ul className="root-list">
          {items.slice(0, shown).map((root) => (
            <Root key={root.id} root={root} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
