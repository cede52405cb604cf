import { useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { useData } from '#web/data/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { ErrorState, RowSkeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { suggestedPeople, usersFound } from './chat-queries.ts';
import { rowLook } from './conversation-row.tsx';
import { useOpenDirect } from './open-direct.ts';

const { min, debounceMs } = limits.userSearch;

function Found({ text, onChoose, busy }: Choice & { text: string }) {
  const { data, error, isFetching, refetch } = useData(usersFound(text), { enabled: text.length >= min });
  if (text.length < min) return <Suggested onChoose={onChoose} busy={busy} />;
  if (error) {
    return <ErrorState title={t`User search failed`} error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data) {
    return (
      <SkeletonList count={3}>
        <RowSkeleton className={rowLook} avatar="size-8" lines={['h-5 w-40']} />
      </SkeletonList>
    );
  }
  if (data.length === 0) return <p className="p-2.5 text-muted">{t`No users found. Check the spelling.`}</p>;
  return <People people={data} onChoose={onChoose} busy={busy} />;
}

interface Choice {
  onChoose: (id: string) => void;
  /** The person whose conversation is being opened. */
  busy: string | undefined;
}

function People({ people, onChoose, busy }: Choice & { people: readonly UserSummary[] }) {
  return (
    <ul>
      {people.map(({ id, username, displayName, avatarUrl }) => (
        <li key={id}>
          <button
            type="button"
            className={`${rowLook} enabled:hover:bg-hover`}
            aria-busy={busy === id || undefined}
            disabled={busy !== undefined}
            onClick={() => onChoose(id)}
          >
            <Avatar name={displayName || username} src={avatarUrl} />
            <span className="min-w-0">
              <b>{displayName || username}</b> <bdi className="text-muted">@{username}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** People to write to before a name is typed. Without any, and if they cannot be loaded, the search remains. */
function Suggested({ onChoose, busy }: Choice) {
  const { data } = useData(suggestedPeople);
  return (
    <>
      <p className="p-2.5 text-muted">{t`Type at least 2 letters of a name.`}</p>
      {data && data.length > 0 ? (
        <>
          <h3 className="px-2.5 py-1 text-sm font-[650]">{t`Suggestions`}</h3>
          <People people={data} onChoose={onChoose} busy={busy} />
        </>
      ) : null}
    </>
  );
}

/** The dialog that starts a direct conversation: suggests people and searches for others. */
export function NewConversation({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<string>();
  const debouncedText = useDebounced(text.trim(), debounceMs);
  const open = useOpenDirect();
  const choose = async (id: string) => {
    setBusy(id);
    await open(id, onClose);
    setBusy(undefined);
  };
  return (
    <Dialog open onClose={onClose} title={t`New message`} size="sm">
      <SearchField label={t`Search users by name`} data-autofocus="" value={text} onText={setText} />
      <div className="-mx-2.5 mt-2.5 min-h-57.5" aria-live="polite">
        <Found text={debouncedText} busy={busy} onChoose={(id) => void choose(id)} />
      </div>
    </Dialog>
  );
}
