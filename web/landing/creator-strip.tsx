import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { CreatorCard } from '#contract/creators/creators.ts';
import { msg, plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { forward } from '#web/ui/direction.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { popularCreators } from './popular-creators.ts';

/** The number of messages the user has not read in the chats of a creator's pools and in the direct conversation. */
export type UnreadCountOf = (creator: CreatorCard) => number;

/** A number on the edge of the creator's picture. */
function Count({ title, className, children }: { title: Text; className: string; children: ReactNode }) {
  return (
    <span
      className={`num absolute -end-0.5 grid h-7.5 min-w-7.5 place-items-center rounded-lg border-3 border-paper px-2 text-sm ${className}`}
      title={title}
    >
      {children}
    </span>
  );
}

const spoken = { spoken: (text: ReactNode) => <span className="sr-only">{text} </span> };

function Face({ creator, unread }: { creator: CreatorCard; unread: number }) {
  const { username, displayName, avatarUrl, poolCount, activePoolCount, followerCount } = creator;
  return (
    <Link
      to={creatorPath(username)}
      className="grid justify-items-center gap-0.5 rounded-xl px-1.5 py-3 text-center [contain-intrinsic-size:auto_151px] [content-visibility:auto] hover:bg-hover"
    >
      <span className="relative mb-2">
        <Avatar name={displayName || username} src={avatarUrl} size={96} />
        {unread > 0 ? (
          <Count title={t`Unread messages`} className="top-0 bg-(--badge) font-bold text-(--on-badge)">
            <RichText
              text={
                unread > 99
                  ? msg`99+ <spoken>unread,</spoken>`
                  : msg`${plural({ messages: unread }, { one: '# <spoken>unread,</spoken>', other: '# <spoken>unread,</spoken>' })}`
              }
              tags={spoken}
            />
          </Count>
        ) : null}
        {activePoolCount > 0 ? (
          <Count title={t`Active pools`} className="bottom-0.5 bg-accent text-on-accent">
            <RichText
              text={msg`${plural({ pools: activePoolCount }, { one: '# <spoken>active,</spoken>', other: '# <spoken>active,</spoken>' })}`}
              tags={spoken}
            />
          </Count>
        ) : null}
      </span>
      <b className="max-w-full truncate" dir="auto">
        {displayName}
      </b>
      <span className="text-sm text-muted">
        {poolCount > 0
          ? t`${plural({ pools: poolCount }, { one: '# pool', other: '# pools' })}`
          : t`${plural({ followers: followerCount }, { one: '# follower', other: '# followers' })}`}
      </span>
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
    list.current?.scrollBy({ left: way * forward() * limits.creatorStripStepPx, behavior: still ? 'auto' : 'smooth' });
  };
  return (
    <section aria-labelledby="popular-creators" className="mt-12">
      <div className="mb-2.5 flex items-center justify-between gap-4">
        <h2 id="popular-creators" className="text-2xl">{t`Popular Creators`}</h2>
        <div className="flex gap-1.5">
          <IconButton label={t`Show previous creators`} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton label={t`Show more creators`} onClick={() => go(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <ul className="-mx-3 flex snap-x overflow-x-auto overscroll-x-contain scrollbar-none" ref={list}>
        {creators.map((creator) => (
          <li key={creator.id} className="w-35 flex-none snap-start">
            <Face creator={creator} unread={unreadOf?.(creator) ?? 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
