import type { CreatorSummary } from '#contract/creators/creators.ts';
import { plural, t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';

/** Creators as small cards that link to their pages. */
export function FollowedCreators({ creators }: { creators: readonly CreatorSummary[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,--spacing(72.5)),1fr))] gap-3">
      {creators.map((creator) => (
        <li key={creator.id}>
          <Link to={creatorPath(creator.username)} className="card card-link flex h-full items-center gap-4 p-4">
            <Avatar name={creator.displayName} src={creator.avatarUrl} size={64} />
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2">
                <b dir="auto" className="min-w-0 text-lg leading-tight wrap-anywhere">
                  {creator.displayName}
                </b>
                {creator.status === 'verified' ? <VerifiedTick /> : null}
              </p>
              <p className="wrap-anywhere text-muted" dir="auto">
                @{creator.username}
              </p>
              <p className="mt-1 text-sm text-faint">
                {[
                  creator.category && categoryText(creator.category),
                  t`${plural({ followers: creator.followerCount }, { one: '# follower', other: '# followers' })}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}
