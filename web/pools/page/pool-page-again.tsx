import { RotateCcw, Sparkles } from 'lucide-react';
import { againPath, creatorPath, paths, startPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fullDate } from '#contract/values/time.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** Other pools of the creator, or else those of the category. */
function OtherPools({ pool: { targetCreator, categories } }: { pool: Pool }) {
  const category = categories[0]?.category.name;
  if (targetCreator) {
    return (
      <LinkButton to={creatorPath(targetCreator.username)} wide>
        More pools for {targetCreator.displayName}
      </LinkButton>
    );
  }
  return (
    <LinkButton to={category ? `${paths.feed}?categories=${encodeURIComponent(category)}` : paths.feed} wide>
      {category ? `More ${category} pools` : 'Browse pools'}
    </LinkButton>
  );
}

function NextRequest({ pool }: { pool: Pool }) {
  const { targetCreator } = pool;
  if (pool.status === 'completed') {
    return targetCreator ? (
      <LinkButton to={startPath(targetCreator.username)} icon={<Sparkles aria-hidden="true" />} wide>
        Ask {targetCreator.displayName} for more
      </LinkButton>
    ) : null;
  }
  return (
    <>
      <LinkButton to={againPath(pool.id)} variant="primary" size="lg" icon={<RotateCcw aria-hidden="true" />} wide>
        Ask again
      </LinkButton>
      <p className="text-sm text-muted">
        Starts a new pool with this {targetCreator ? 'creator, title and description' : 'title and description'}. You
        can change everything first.
      </p>
    </>
  );
}

/** After a pool has ended: the date, and the next steps. The same pool once more, or others of the creator or the category. */
export function AskAgain({ pool }: { pool: Pool }) {
  const { endedAt } = pool;
  return (
    <section aria-label="What you can do now" className="flex flex-col gap-2">
      {endedAt ? (
        <h2 className="text-lg!">
          {pool.status === 'completed' ? 'Completed on ' : 'Ended on '}
          <time dateTime={endedAt}>{fullDate(endedAt)}</time>
        </h2>
      ) : null}
      <NextRequest pool={pool} />
      <OtherPools pool={pool} />
    </section>
  );
}
