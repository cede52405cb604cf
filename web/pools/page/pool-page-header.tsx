import type { ReactNode } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { msg, t } from '#contract/language/text.ts';
import { creatorPath, isErasedUsername, paths, userPath } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { requestedCreatorName } from '#web/pools/pool-query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, RelativeTime, VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const feedOf = (category: string) => `${paths.feed}?categories=${encodeURIComponent(category)}`;
const crumb = 'inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-3';

/** Back, then category / creator. */
export function PoolBreadcrumb({ pool }: { pool: Pool }) {
  const category = pool.categories[0]?.category;
  const creator = pool.targetCreator;
  return (
    <nav aria-label={t`Breadcrumb`} className="mb-2 flex items-center gap-x-3 font-semibold text-muted md:mb-3">
      <BackLink fallback={paths.feed}>
        <span className="sr-only">{t({ message: 'Back', context: 'leads to the previous page' })}</span>
      </BackLink>
      <ol className="-ms-3 flex min-w-0 flex-wrap items-center gap-x-2">
        {category ? (
          <li>
            <Link to={feedOf(category.name)} className={crumb}>
              <span aria-hidden="true" className="me-1.5">
                {category.icon}
              </span>
              {categoryText(category.name)}
            </Link>
          </li>
        ) : null}
        {creator ? (
          <li className="flex min-w-0 items-center gap-2 wrap-anywhere">
            <span aria-hidden="true" className="text-faint">
              /
            </span>
            <Link to={creatorPath(creator.username)} className={crumb}>
              {creator.displayName}
            </Link>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}

function Asked({ pool }: { pool: Pool }) {
  const creator = pool.targetCreator;
  if (pool.isAssignedCreator) return creator ? <span>{t`requested from you`}</span> : <span>{t`taken on by you`}</span>;
  if (creator) {
    return (
      <span className="contents">
        <RichText
          text={msg`requested from <creator>${{ name: creator.displayName }}</creator>`}
          tags={{
            creator: (text) => (
              <Link to={creatorPath(creator.username)} className="font-semibold text-ink hover:underline">
                {text}
              </Link>
            ),
          }}
        />{' '}
        {creator.status === 'verified' ? (
          <VerifiedTick />
        ) : creator.status === 'claimed' ? (
          <span className="text-faint" title={t`No admin has verified this creator yet`}>{t`(not verified yet)`}</span>
        ) : (
          <span className="text-faint" title={t`Added by fans, not affiliated`}>{t`(added by fans)`}</span>
        )}
      </span>
    );
  }
  const taken = pool.assignedCreator;
  if (!taken) return <span>{t`open to any creator`}</span>;
  return (
    <span className="contents">
      <RichText
        text={
          isErasedUsername(taken.username)
            ? msg`taken on by <person>a deleted user</person>`
            : msg`taken on by <person>${{ name: taken.displayName ?? taken.username }}</person>`
        }
        tags={{ person: (text) => <PersonLink person={taken}>{text}</PersonLink> }}
      />
    </span>
  );
}

/** A link to a person's page; without a link for a deleted user. */
function PersonLink({ person, children }: { person: UserSummary; children: ReactNode }) {
  if (isErasedUsername(person.username)) return <span>{children}</span>;
  return (
    <Link to={userPath(person.username)} className="font-semibold text-ink hover:underline">
      {children}
    </Link>
  );
}

/** "requested from X ✓ · started by @y · 12 days ago" */
export function PoolByline({ pool }: { pool: Pool }) {
  const face = pool.targetCreator ?? pool.assignedCreator ?? pool.creator;
  return (
    <div className="mt-3 flex items-center gap-2.5 text-muted">
      <Avatar name={requestedCreatorName(pool) ?? pool.creator.username} src={face.avatarUrl} />
      <p className="pool-byline">
        <span>
          <Asked pool={pool} />
        </span>
        <i> · </i>
        <span>
          <RichText
            text={
              isErasedUsername(pool.creator.username)
                ? msg`started by <person>a deleted user</person>`
                : msg`started by <person>@${{ username: pool.creator.username }}</person>`
            }
            tags={{ person: (text) => <PersonLink person={pool.creator}>{text}</PersonLink> }}
          />{' '}
          <span>
            · <RelativeTime at={pool.createdAt} />
          </span>
        </span>
      </p>
    </div>
  );
}

/** The chips on the cover: the pool's status, and whether it is highlighted or for adults. */
export function PoolChips({ pool }: { pool: Pool }) {
  return (
    <>
      <Chip tone="veil">{poolStatusLabel(pool)}</Chip>
      {pool.isHighlighted ? <Chip tone="veil">{t`Highlighted`}</Chip> : null}
      {pool.adult ? <Chip tone="veil">18+</Chip> : null}
    </>
  );
}

/** The categories besides the one in the breadcrumb. */
export function PoolTags({ pool }: { pool: Pool }) {
  const more = pool.categories.slice(1);
  if (more.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={t`Also in`}>
      {more.map(({ category }) => (
        <li key={category.name}>
          <Link to={feedOf(category.name)} className="inline-flex min-h-6 items-center">
            <Chip icon={<span aria-hidden="true">{category.icon}</span>}>{categoryText(category.name)}</Chip>
          </Link>
        </li>
      ))}
    </ul>
  );
}
