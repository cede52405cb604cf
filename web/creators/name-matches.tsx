import { searchCreators } from '#contract/calls/creators.ts';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { query, useData } from '#web/data/query.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { CreatorLine } from './creator-line.tsx';

/** Existing creators with a similar name, suggested while the user types. */
export function NameMatches({ text, onPick }: { text: string; onPick: (creator: CreatorSummary) => void }) {
  const name = useDebounced(text.trim(), limits.creatorSearch.debounceMs);
  const enabled = name.length >= limits.creatorSearch.min;
  const found = useData(query(searchCreators, { query: { name, limit: limits.creatorSearch.max } }), { enabled });
  const matches = enabled ? (found.data ?? []) : [];
  return (
    <div role="status">
      {matches.length > 0 ? (
        <div className="mt-3 rounded-lg bg-sunken p-1.5">
          <p className="px-2.5 pt-1.5 pb-1 text-sm font-semibold text-muted">{t`Already here?`}</p>
          <ul>
            {matches.map((creator) => (
              <li key={creator.id}>
                <button
                  type="button"
                  className="flex min-h-13 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 [text-align:inherit] hover:bg-hover"
                  onClick={() => onPick(creator)}
                >
                  <CreatorLine creator={creator} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
