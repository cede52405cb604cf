import { Users } from 'lucide-react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { poolFansPath } from '#contract/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** Opens the fans of a pool: their pledges, messages to them, and late pledges. */
export function FansLink({ pool }: { pool: Pick<CreatorRequest, 'id' | 'title'> }) {
  return (
    <LinkButton to={poolFansPath(pool.id)} variant="ghost" wide icon={<Users aria-hidden="true" />}>
      <span>
        Fans and messages<span className="sr-only"> of {pool.title}</span>
      </span>
    </LinkButton>
  );
}
