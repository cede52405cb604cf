import { CalendarDays, HandCoins, Layers } from 'lucide-react';
import { limits } from '#contract/limits.ts';
import { paths, userPath } from '#contract/paths.ts';
import type { Person } from '#contract/people.ts';
import { huesOf } from '#contract/values/fan-art.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Chip, FanArt, VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { type PeopleView, peoplePage } from './people-data.ts';
import { peopleHref } from './people-search.tsx';
import { nameOf } from './person-name.ts';

function PersonCard({ person, isMe }: { person: Person; isMe: boolean }) {
  const name = nameOf(person);
  return (
    <Link to={userPath(person.username)} className="person card card-link">
      <span className="person-band">
        <FanArt seed={person.id} hues={huesOf(person.username)} />
      </span>
      <div className="person-who">
        <Avatar name={name} src={person.avatarUrl} size={64} />
        <p className="person-name">
          <b dir="auto">{name}</b>
          {person.isVerified ? <VerifiedTick /> : null}
          {isMe ? <Chip>You</Chip> : null}
        </p>
        <p className="truncate text-muted">@{person.username}</p>
        {person.bio ? (
          <p className="person-bio" dir="auto">
            {person.bio}
          </p>
        ) : null}
      </div>
      <p className="person-facts">
        <span>
          <Layers aria-hidden="true" />
          {person.poolCount > 0 ? `Started ${count(person.poolCount, 'tip pool')}` : 'No tip pools yet'}
        </span>
        {person.backCount ? (
          <span>
            <HandCoins aria-hidden="true" />
            Backs {count(person.backCount, 'pool')}
          </span>
        ) : null}
        <span>
          <CalendarDays aria-hidden="true" />
          Joined {fullDate(person.createdAt)}
        </span>
      </p>
    </Link>
  );
}

function PeopleSkeleton() {
  return (
    <div className="people">
      <span className="sr-only" role="status">
        Loading users
      </span>
      {Array.from({ length: limits.usersPageSize }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <div key={index} className="person card">
          <Skeleton className="person-band rounded-none!" />
          <div className="person-who grid gap-2">
            <Skeleton className="mt-10 h-5 w-2/5" />
            <Skeleton className="h-4 w-1/3" />
          </div>
          <p className="person-facts">
            <Skeleton className="h-4 w-3/5" />
          </p>
        </div>
      ))}
    </div>
  );
}

function NobodyFound({ search }: { search: string }) {
  if (search === '') return <EmptyState title="No users yet">People appear here once they sign up.</EmptyState>;
  return (
    <EmptyState
      title="No users found"
      actions={
        <>
          <LinkButton to={`${paths.creators}?search=${encodeURIComponent(search)}`} variant="primary">
            Search creators
          </LinkButton>
          <LinkButton to={peopleHref({ search: '' })}>Show all users</LinkButton>
        </>
      }
    >
      We found no one named “{search}”. Try a part of the name or the username, or look among the creators.
    </EmptyState>
  );
}

/** One page of people as cards. */
export function PeopleList({ view }: { view: PeopleView }) {
  const { search, sort } = view;
  const people = useData(peoplePage(view), { keepPrevious: true });
  const me = useUser();
  return (
    <Loaded
      of={people}
      loading={<PeopleSkeleton />}
      failed="We couldn’t load the users"
      empty={({ users }) => users.length === 0 && <NobodyFound search={search} />}
    >
      {({ users, pagination }) => (
        <div className={people.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={people.isPlaceholderData}>
          <p className="mb-3 text-muted" role="status">
            {search
              ? `${count(pagination.totalCount, 'user')} found for “${search}”`
              : count(pagination.totalCount, 'user')}
          </p>
          <ul className="people">
            {users.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} isMe={person.id === me?.id} />
              </li>
            ))}
          </ul>
          <div className="mt-8">
            <Pagination {...pagination} hrefOf={(number) => peopleHref({ search, sort, page: number })} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
