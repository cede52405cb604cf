import type { CreatorCard as Creator } from '#contract/creators/creators.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollow } from './use-follow.ts';

function asked({ poolCount, activePoolCount }: Creator): Text {
  if (activePoolCount > 0)
    return t`${plural({ pools: activePoolCount }, { one: '# active pool', other: '# active pools' })}`;
  return poolCount > 0
    ? t`${plural({ pools: poolCount }, { one: '# tip pool', other: '# tip pools' })}`
    : t`No tip pools yet`;
}

const column = 'flex h-full flex-col gap-3 p-4';
const foot = 'mt-auto flex min-h-10 items-center justify-between gap-3';

/** A creator in the list. The whole card links to the profile; the button follows the creator. */
export function CreatorCard({ creator, large }: { creator: Creator; large?: boolean }) {
  const me = useUser();
  const { isFollowing, followerCount, toggle } = useFollow(creator);
  const { username, displayName, avatarUrl, status, category } = creator;
  return (
    <article className={`card card-link creator-card relative ${column} ${large ? 'text-base lg:p-5' : 'text-sm'}`}>
      <div className="flex items-center gap-3">
        <Avatar
          name={displayName}
          src={avatarUrl}
          size={large ? 96 : 64}
          className={large ? 'max-lg:size-16 max-lg:text-xl' : ''}
        />
        <div className="min-w-0">
          <h3 className={`flex min-w-0 items-center gap-2 leading-tight ${large ? 'lg:text-xl' : ''}`}>
            {/* The link covers the card. */}
            <Link to={creatorPath(username)} className="truncate outline-none after:absolute after:inset-0" dir="auto">
              {displayName}
            </Link>
            {status === 'verified' ? <VerifiedTick /> : null}
          </h3>
          <p className="truncate text-muted tabular-nums">
            <bdi>@{username}</bdi>
            <span>{category ? ` · ${categoryText(category)}` : ''}</span>
          </p>
        </div>
      </div>
      <div className={foot}>
        {/* Wraps to a second line instead of being cut. */}
        <p className="min-w-0 overflow-hidden leading-[1.35] text-ellipsis text-muted tabular-nums">
          <b className="text-ink">{asked(creator)}</b>
          {followerCount > 0 ? (
            <span>
              {' · '}
              <span className="whitespace-nowrap">{t`${plural({ followers: followerCount }, { one: '# follower', other: '# followers' })}`}</span>
            </span>
          ) : null}
        </p>
        {me?.username.toLowerCase() === username.toLowerCase() ? null : (
          <FollowButton name={displayName} isFollowing={isFollowing} onToggle={toggle} small />
        )}
      </div>
    </article>
  );
}

export function CreatorCardSkeleton() {
  return (
    <div className={`card ${column}`}>
      <div className="flex items-center gap-3">
        <Skeleton className="size-16 rounded-full!" />
        <div>
          <Skeleton className="mb-2 h-5 w-36" />
          <Skeleton className="h-4 w-24" />
        </div>
      </div>
      <div className={foot}>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-24" />
      </div>
    </div>
  );
}
