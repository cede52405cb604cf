import { RotateCcw, Sparkles } from 'lucide-react';
import { msg, t } from '#contract/language/text.ts';
import { againPath, creatorPath, paths, startPath } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fullDate } from '#contract/values/time.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** Other pools of the creator, or else those of the category. */
function OtherPools({ pool: { targetCreator, categories } }: { pool: Pool }) {
  const category = categories[0]?.category.name;
  if (targetCreator) {
    return (
      <LinkButton to={creatorPath(targetCreator.username)} wide>
        {t`More pools for ${{ creator: targetCreator.displayName }}`}
      </LinkButton>
    );
  }
  return (
    <LinkButton to={category ? `${paths.feed}?categories=${encodeURIComponent(category)}` : paths.feed} wide>
      {category ? t`More ${{ category: categoryText(category) }} pools` : t`Browse pools`}
    </LinkButton>
  );
}

function NextRequest({ pool }: { pool: Pool }) {
  const { targetCreator } = pool;
  if (pool.status === 'completed') {
    return targetCreator ? (
      <LinkButton
        to={startPath(targetCreator.username)}
        icon={<Sparkles aria-hidden="true" />}
        wide
      >{t`Ask ${{ creator: targetCreator.displayName }} for more`}</LinkButton>
    ) : null;
  }
  return (
    <>
      <LinkButton
        to={againPath(pool.id)}
        variant="primary"
        size="lg"
        icon={<RotateCcw aria-hidden="true" />}
        wide
      >{t`Ask again`}</LinkButton>
      <p className="text-sm text-muted">
        {targetCreator
          ? t`Starts a new pool with this creator, title and description. You can change everything first.`
          : t`Starts a new pool with this title and description. You can change everything first.`}
      </p>
    </>
  );
}

/** After a pool has ended: the date, and the next steps. The same pool once more, or others of the creator or the category. */
export function AskAgain({ pool }: { pool: Pool }) {
  const { endedAt } = pool;
  return (
    <section aria-label={t`What you can do now`} className="flex flex-col gap-2">
      {endedAt ? (
        <h2 className="text-lg!">
          <RichText
            text={
              pool.status === 'completed'
                ? msg`Completed on <day>${{ date: fullDate(endedAt) }}</day>`
                : msg`Ended on <day>${{ date: fullDate(endedAt) }}</day>`
            }
            tags={{ day: (text) => <time dateTime={endedAt}>{text}</time> }}
          />
        </h2>
      ) : null}
      <NextRequest pool={pool} />
      <OtherPools pool={pool} />
    </section>
  );
}
