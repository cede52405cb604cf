import { listLedgerRoots } from '#contract/calls/site.ts';
import { plural, t } from '#contract/language/text.ts';
import type { LedgerRoot } from '#contract/transparency.ts';
import { fullDate } from '#contract/values/time.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { NoteList, NoteRow } from './note-row.tsx';

export const rootsQuery = optional(query(listLedgerRoots, { query: { page: 1 } }));

/** The page shows the newest ones; the API has all of them. */
const shown = 7;

function Root({ root: { id, size, rootHash, publishedAt, note } }: { root: LedgerRoot }) {
  return (
    <NoteRow
      at={publishedAt}
      about={t`${plural({ entries: size }, { one: '# entry', other: '# entries' })}`}
      code={rootHash}
      label={t`Save the root of ${{ date: fullDate(publishedAt) }}, number ${{ rootNumber: id }}`}
      file={{ name: `fanfare-root-${id}-${publishedAt.slice(0, 10)}.txt`, text: note }}
    />
  );
}

/** The newest published roots, each with its signed text as a file. */
export function RootList() {
  const roots = useData(rootsQuery);
  return (
    <Loaded
      of={roots}
      loading={<Skeleton className="h-52" />}
      failed={t`We couldn’t load the roots`}
      empty={({ items }) =>
        items.length === 0 && (
          <EmptyState
            title={t`No roots yet`}
          >{t`The first one appears shortly after the midnight UTC that follows the first payment.`}</EmptyState>
        )
      }
    >
      {({ items }) => (
        <NoteList>
          {items.slice(0, shown).map((root) => (
            <Root key={root.id} root={root} />
          ))}
        </NoteList>
      )}
    </Loaded>
  );
}
