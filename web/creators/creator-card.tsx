import type { CreatorCard as Creator } from '#contract/creators/creators.ts';
import { creatorPath } from '#contract/paths.ts';
import { count } from '#contract/values/time.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollow } from './use-follow.ts';

function asked({ poolCount, activePoolCount }: Creator): string {
  if (activePoolCount > 0) return count(activePoolCount, 'active pool');
  return poolCount > 0 ? count(poolCount, 'tip pool') : 'No tip pools yet';
}

/** A creator in the list. The whole card links to the profile; the button follows the creator. */
export function CreatorCard({ creator, large }: { creator: Creator; large?: boolean }) {
  const me = useUser();
  const { isFollowing, followerCount, toggle } = useFollow(creator);
  const { username, displayName, avatarUrl, status, category } = creator;
  return (
    <article className="card card-link creator-card" data-large={large || undefined}>
      <div className="creator-card-who">
        <Avatar name={displayName} src={avatarUrl} size={large ? 96 : 64} />
        <div>
          <h3>
            <Link to={creatorPath(username)} className="creator-card-link">
              {displayName}
            </Link>
            {status === 'verified' ? <VerifiedTick /> : null}
          </h3>
          <p>
            @{username}
            <span>{category ? ` · ${category}` : ''}</span>
          </p>
        </div>
      </div>
      <div className="creator-card-foot">
        <p>
          <b>{asked(creator)}</b>
          {followerCount > 0 ? (
            <span>
              {' · '}
              <span className="whitespace-nowrap">{count(followerCount, 'follower')}</span>
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
    <div className="card creator-card">
      <div className="creator-card-who">
        <Skeleton className="size-16 rounded-full!" />
        <div>
          <Skeleton className="mb-2 h-5 w-36" />
          <Skeleton className="h-4 w-24" />
        </div>
      </div>
      <div className="creator-card-foot">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-24" />
      </div>
    </div>
  );
}
