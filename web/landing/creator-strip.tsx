import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import type { CreatorCard } from '#contract/creators/creators.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath } from '#contract/paths.ts';
import { count } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { popularCreators } from './popular-creators.ts';

/** The number of messages the user has not read in the chats of a creator's pools and in the direct conversation. */
export type UnreadCountOf = (creator: CreatorCard) => number;

function Face({ creator, unread }: { creator: CreatorCard; unread: number }) {
  const { username, displayName, avatarUrl, poolCount, activePoolCount, followerCount } = creator;
  return (
    <Link to={creatorPath(username)} className="strip-item">
      <span className="strip-face">
        <Avatar name={displayName || username} src={avatarUrl} size={96} />
        {unread > 0 ? (
          <span className="strip-unread num" title="Unread messages">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> unread, </span>
          </span>
        ) : null}
        {activePoolCount > 0 ? (
          <span className="strip-count num" title="Active pools">
            {activePoolCount}
            <span className="sr-only"> active, </span>
          </span>
        ) : null}
      </span>
      <b>{displayName}</b>
      <span>{poolCount > 0 ? count(poolCount, 'pool') : count(followerCount, 'follower')}</span>
    </Link>
  );
}

/** A row of the creators with the most pools. The arrows scroll by two creators. */
export function CreatorStrip({ unreadOf }: { unreadOf?: UnreadCountOf }) {
  const list = useRef<HTMLUListElement>(null);
  const creators = useData(popularCreators).data?.creators.slice(0, limits.featuredCreators) ?? [];
  if (creators.length === 0) return null;
  const go = (way: 1 | -1) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.scrollBy({ left: way * limits.creatorStripStepPx, behavior: still ? 'auto' : 'smooth' });
  };
  return (
    <section aria-labelledby="popular-creators" className="landing-part">
      <div className="strip-head">
        <h2 id="popular-creators">Popular Creators</h2>
        <div className="strip-arrows">
          <IconButton label="Show previous creators" onClick={() => go(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton label="Show more creators" onClick={() => go(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <ul className="strip" ref={list}>
        {creators.map((creator) => (
          <li key={creator.id}>
            <Face creator={creator} unread={unreadOf?.(creator) ?? 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
