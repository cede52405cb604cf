import { CalendarDays, HandCoins, Layers } from 'lucide-react';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths, userPath } from '#contract/paths.ts';
import type { Person } from '#contract/people.ts';
import { huesOf } from '#contract/values/fan-art.ts';
import { fullDate } from '#contract/values/time.ts';
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

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,--spacing(72.5)),1fr))] gap-3';
const card = 'card flex h-full flex-col overflow-hidden';
const facts = 'mt-auto flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-5 py-3 text-sm text-muted';
const fact = 'inline-flex items-center gap-2';
const sign = 'size-3.75 text-faint';

function PersonCard({ person, isMe }: { person: Person; isMe: boolean }) {
  const name = nameOf(person);
  return (
    <Link to={userPath(person.username)} className={`person card-link ${card}`}>
      <span className="h-15 flex-none">
        <FanArt seed={person.id} hues={huesOf(person.username)} />
      </span>
      <div className="relative px-5 pt-10 pb-3">
        <Avatar
          name={name}
          src={person.avatarUrl}
          size={64}
          className="absolute start-4.25 -top-7.5 ring-3 ring-surface"
        />
        <p className="flex min-w-0 items-center gap-2">
          <b dir="auto" className="truncate font-display text-lg leading-[1.3] font-bold">
            {name}
          </b>
          {person.isVerified ? <VerifiedTick /> : null}
          {isMe ? (
            <span className="flex flex-none">
              <Chip>{t({ message: 'You', context: 'marks the reader in a list of people' })}</Chip>
            </span>
          ) : null}
        </p>
        <p className="truncate text-muted" dir="auto">
          @{person.username}
        </p>
        {person.bio ? (
          <p className="mt-2 line-clamp-2 leading-[1.4] wrap-anywhere" dir="auto">
            {person.bio}
          </p>
        ) : null}
      </div>
      <p className={facts}>
        <span className={fact}>
          <Layers aria-hidden="true" className={sign} />
          {person.poolCount > 0
            ? t`${plural({ pools: person.poolCount }, { one: 'Started # tip pool', other: 'Started # tip pools' })}`
            : t`No tip pools yet`}
        </span>
        {person.backCount ? (
          <span className={fact}>
            <HandCoins aria-hidden="true" className={sign} />
            {t`${plural({ pools: person.backCount }, { one: 'Backs # pool', other: 'Backs # pools' })}`}
          </span>
        ) : null}
        <span className={fact}>
          <CalendarDays aria-hidden="true" className={sign} />
          {t`Joined ${{ date: fullDate(person.createdAt) }}`}
        </span>
      </p>
    </Link>
  );
}

function PeopleSkeleton() {
  return (
    <div className={grid}>
      <span className="sr-only" role="status">{t`Loading users`}</span>
      {Array.from({ length: limits.usersPageSize }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <div key={index} className={card}>
          <Skeleton className="h-15 flex-none rounded-none" />
          <div className="grid gap-2 px-5 pt-10 pb-3">
            <Skeleton className="mt-10 h-5 w-2/5" />
            <Skeleton className="h-4 w-1/3" />
          </div>
          <div className={facts}>
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

function NobodyFound({ search }: { search: string }) {
  if (search === '') return <EmptyState title={t`No users yet`}>{t`People appear here once they sign up.`}</EmptyState>;
  return (
    <EmptyState
      title={t`No users found`}
      actions={
        <>
          <LinkButton
            to={`${paths.creators}?search=${encodeURIComponent(search)}`}
            variant="primary"
          >{t`Search creators`}</LinkButton>
          <LinkButton to={peopleHref({ search: '' })}>{t`Show all users`}</LinkButton>
        </>
      }
    >{t`We found no one named “${{ search }}”. Try a part of the name or the username, or look among the creators.`}</EmptyState>
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
      failed={t`We couldn’t load the users`}
      empty={({ users }) => users.length === 0 && <NobodyFound search={search} />}
    >
      {({ users, pagination }) => (
        <div className={people.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={people.isPlaceholderData}>
          <p className="mb-3 text-muted" role="status">
            {search
              ? t`${plural({ users: pagination.totalCount }, { one: '# user found', other: '# users found' })} for “${{ search }}”`
              : t`${plural({ users: pagination.totalCount }, { one: '# user', other: '# users' })}`}
          </p>
          <ul className={grid}>
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
