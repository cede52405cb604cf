import { plural, t } from '#contract/language/text.ts';
import { userPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';

/** The latest fans by name. Anonymous pledges are only counted. */
export function PoolFans({ pool }: { pool: Pool }) {
  const { recentFans, fanCount } = pool;
  const more = fanCount - recentFans.length;
  return (
    <section aria-labelledby="fans-title">
      <h2 id="fans-title" className="sr-only">
        {t`Fans ${{ number: formatNumber(fanCount) }}`}
      </h2>
      {fanCount === 0 ? <p className="text-muted">{t`No pledges yet. Be the first to back this pool.`}</p> : null}
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {recentFans.map((fan) => (
          <li key={fan.id} className="min-w-0">
            <Link to={userPath(fan.username)} className="flex min-h-11 min-w-0 items-center gap-2.5 hover:underline">
              <Avatar name={fan.displayName || fan.username} src={fan.avatarUrl} />
              <b className="truncate" dir="auto">
                {fan.displayName || fan.username}
              </b>
            </Link>
          </li>
        ))}
        {more > 0 ? (
          <li className="flex min-h-11 items-center text-muted">
            {recentFans.length > 0
              ? t`${plural({ fans: more }, { one: 'and # more', other: 'and # more' })}`
              : t`${plural({ fans: more }, { one: '# anonymous fan', other: '# anonymous fans' })}`}
          </li>
        ) : null}
      </ul>
    </section>
  );
}
