import type { CreatorCard as Creator } from '#contract/creators.ts';
import { creatorPath } from '#contract/paths.ts';
import { count } from '#contract/time.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Skeleton } from '#web/ui/faces.tsx';
import { Link } from '#web/ui/link.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollow } from './use-follow.ts';

function asked({ poolCount, activePoolCount }: Creator): string {
  if (poolCount === 0) return 'Not asked yet';
  const pools = count(poolCount, 'tip pool');
  return activePoolCount > 0 ? `${pools}, ${activePoolCount} active` : pools;
}

/** A creator in the list: the whole card leads to the profile, the button follows. */
export function CreatorCard({ creator, large }: { creator: Creator; large?: boolean }) {
  const me = useUser();
  const { isFollowing, followerCount, toggle } = useFollow(creator);
  const { username, displayName, avatarUrl, status, category } = creator;
  return (
    <article className="card card-link creator-card" data-large={large || undefined}>
      <Avatar name={displayName} src={avatarUrl} size={large ? 96 : 64} />
      <div className="creator-card-text">
        <h3>
          <Link to={creatorPath(username)} className="creator-card-link">
            {displayName}
          </Link>
          {status === 'verified' ? <VerifiedTick /> : null}
        </h3>
        <p>
          @{username}
          {category ? ` · ${category}` : ''}
        </p>
        <p>
          <b>{asked(creator)}</b>
          {followerCount > 0 ? ` · ${count(followerCount, 'follower')}` : ''}
        </p>
      </div>
      {me?.username.toLowerCase() === username.toLowerCase() ? null : (
        <FollowButton name={displayName} isFollowing={isFollowing} onToggle={toggle} small />
      )}
    </article>
  );
}

export function CreatorCardSkeleton({ large }: { large?: boolean }) {
  return (
    <div className="card creator-card" data-large={large || undefined}>
      <Skeleton className={large ? 'size-24 rounded-full!' : 'size-16 rounded-full!'} />
      <div className="creator-card-text">
        <Skeleton className="h-6 w-36" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-32" />
      </div>
      <Skeleton className="h-9 w-24" />
    </div>
  );
}
