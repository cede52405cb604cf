import type { Pool } from '#contract/pools.ts';
import { count } from '#contract/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** The latest fans by name; whoever pledged anonymously is only counted. */
export function PoolFans({ pool }: { pool: Pool }) {
  const { recentFans, fanCount } = pool;
  const more = fanCount - recentFans.length;
  return (
    <section aria-labelledby="fans">
      <h2 id="fans" className="mb-4">
        Fans{' '}
        <span className="ml-1 text-[1rem] font-semibold text-faint tabular-nums">
          {fanCount.toLocaleString('en-US')}
        </span>
      </h2>
      {fanCount === 0 ? (
        <p className="text-muted">Nobody has pledged yet. The first pledge starts the pool filling.</p>
      ) : null}
      <ul className="flex flex-wrap gap-x-5 gap-y-3">
        {recentFans.map((fan) => (
          <li key={fan.id} className="flex min-w-0 items-center gap-2.5">
            <Avatar name={fan.displayName || fan.username} src={fan.avatarUrl} />
            <span className="truncate">
              <b>{fan.displayName || fan.username}</b>
            </span>
          </li>
        ))}
        {more > 0 ? (
          <li className="flex min-h-8 items-center text-muted">
            {recentFans.length > 0
              ? `and ${count(more, 'more', 'more')}`
              : `${count(more, 'fan')} who would rather not be named`}
          </li>
        ) : null}
      </ul>
    </section>
  );
}
