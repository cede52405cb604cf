import { msg, plural, t } from '#contract/language/text.ts';
import { userPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** The number of fans who paid and the faces of the latest ones. Anonymous pledges count, but have no face. */
export function MadePossibleBy({ pool }: { pool: Pool }) {
  const { fanCount, recentFans } = pool;
  if (fanCount === 0) return null;
  const more = fanCount - recentFans.length;
  return (
    <section aria-label={t`Fans`} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {recentFans.length > 0 ? (
        <ul className="flex flex-wrap items-center">
          {recentFans.map((fan) => {
            const name = fan.displayName || fan.username;
            return (
              <li key={fan.id} className="-me-1.5">
                <Link
                  to={userPath(fan.username)}
                  title={name}
                  className="block rounded-full hover:relative hover:z-1 focus-visible:relative focus-visible:z-1"
                >
                  <Avatar name={name} src={fan.avatarUrl} className="ring-2 ring-surface" />
                  <span className="sr-only">{name}</span>
                </Link>
              </li>
            );
          })}
          {more > 0 ? (
            <li
              className="-me-1.5 grid h-8 min-w-8 place-items-center rounded-full bg-paid-wash px-2 text-xs font-[650] text-paid-text ring-2 ring-surface"
              aria-hidden="true"
            >
              <span dir="ltr">+{formatNumber(more)}</span>
            </li>
          ) : null}
        </ul>
      ) : null}
      <p className="text-muted">
        <RichText
          text={
            pool.myPledge?.status === 'paid'
              ? msg`Made possible by <b>${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}</b><you>, including you</you>`
              : msg`Made possible by <b>${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}</b>`
          }
          tags={{ b: (text) => <b className="text-ink">{text}</b>, you: (text) => <span>{text}</span> }}
        />
      </p>
    </section>
  );
}
