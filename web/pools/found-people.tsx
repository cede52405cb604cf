import { searchEverything } from '#contract/calls/pools.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath, userPath } from '#contract/paths.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';

/** Whether a search is long enough to look for creators and people. */
export const findsPeople = (search: string) => [...search].length >= limits.everywhereSearch.min;

/** The creators and people that the search palette finds for the same text. */
export const foundFor = (search: string) => optional(query(searchEverything, { query: { q: search } }));

function Found({ to, name, username, avatarUrl, isVerified }: FoundProps) {
  return (
    <li>
      <Link to={to} className="card card-link flex min-h-15 items-center gap-3 rounded-lg px-3 py-2.5">
        <Avatar name={name} src={avatarUrl} />
        <span className="grid min-w-0 text-sm leading-[1.3] text-muted">
          <b className="flex min-w-0 items-center gap-1.5 text-base text-ink">
            <span className="truncate" dir="auto">
              {name}
            </span>
            {isVerified ? <VerifiedTick /> : null}
          </b>
          <span className="truncate" dir="auto">
            @{username}
          </span>
        </span>
      </Link>
    </li>
  );
}

interface FoundProps {
  to: string;
  name: string;
  username: string;
  avatarUrl: string | null;
  isVerified?: boolean;
}

/** Creators and people that match the feed's search. Renders nothing if there are none. */
export function FoundPeople({ search }: { search: string }) {
  const { data } = useData(foundFor(search), { enabled: findsPeople(search), keepPrevious: true });
  const creators = data?.creators ?? [];
  // A creator's own account would show the same name twice.
  const shown = new Set(creators.map(({ username }) => username));
  const people = data?.people.filter(({ username }) => !shown.has(username)) ?? [];
  if (creators.length + people.length === 0) return null;
  return (
    <section aria-labelledby="found-people" className="mb-8">
      <h2 id="found-people" className="mb-3 text-lg!">
        {people.length === 0 ? t`Creators` : creators.length === 0 ? t`People` : t`Creators and people`}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(--spacing(55),100%),1fr))] gap-3 max-md:-mx-4 max-md:-my-1 max-md:grid-flow-col max-md:auto-cols-[minmax(--spacing(50),62%)] max-md:grid-cols-none max-md:overflow-x-auto max-md:px-4 max-md:pt-1 max-md:pb-3 max-md:[scrollbar-width:none]">
        {creators.map(({ id, username, displayName, avatarUrl, status }) => (
          <Found
            key={id}
            to={creatorPath(username)}
            name={displayName}
            username={username}
            avatarUrl={avatarUrl}
            isVerified={status === 'verified'}
          />
        ))}
        {people.map(({ id, username, displayName, avatarUrl }) => (
          <Found
            key={id}
            to={userPath(username)}
            name={displayName || username}
            username={username}
            avatarUrl={avatarUrl}
          />
        ))}
      </ul>
    </section>
  );
}
