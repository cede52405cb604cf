import { RotateCcw, Sparkles } from 'lucide-react';
import { againPath, startPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** The next step after a pool has ended: start the same pool once more, or another one for a creator who delivered. */
export function AskAgain({ pool }: { pool: Pool }) {
  const { targetCreator } = pool;
  if (pool.status === 'completed') {
    if (!targetCreator) return null;
    return (
      <LinkButton to={startPath(targetCreator.username)} icon={<Sparkles aria-hidden="true" />} wide>
        Ask {targetCreator.displayName} for more
      </LinkButton>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <LinkButton to={againPath(pool.id)} variant="primary" size="lg" icon={<RotateCcw aria-hidden="true" />} wide>
        Ask again
      </LinkButton>
      <p className="text-sm text-muted">
        Starts a new pool with this {targetCreator ? 'creator, title and description' : 'title and description'}. You
        can change everything first.
      </p>
    </div>
  );
}
