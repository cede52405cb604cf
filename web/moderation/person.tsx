import type { UserSummary } from '#contract/accounts.ts';
import type { Text } from '#contract/language/text.ts';
import { userPath } from '#contract/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';

/** A user's picture, name and username. */
export function Person({ user, note }: { user: UserSummary; note?: Text }) {
  const name = user.displayName || user.username;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={user.avatarUrl} size={48} />
      <div className="min-w-0">
        <b className="block truncate" dir="auto">
          {name}
        </b>
        <span className="block truncate text-sm text-muted">
          <Link to={userPath(user.username)} className="hover:underline">
            @{user.username}
          </Link>
          <span>{note ? `, ${note}` : ''}</span>
        </span>
      </div>
    </div>
  );
}
