import { Bell, Heart } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { poolTitleText } from '#contract/pools/masked-title.ts';
import { formatNumber, shortened } from '#contract/values/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/display.tsx';
import { type LikeTarget, useLike, useSave } from './use-pool-mark.ts';

/** The buttons on a card's picture: follow, and a heart with the like count. */
export function CardMarks({ pool }: { pool: LikeTarget & { title: string } }) {
  const like = useLike(pool);
  const save = useSave(pool);
  return (
    <div className="card-marks absolute end-0 top-0 flex">
      <button
        type="button"
        className="save min-w-11 py-2.5 ps-2.5 focus-visible:-outline-offset-4"
        aria-pressed={save.isSaved}
        onClick={save.toggle}
      >
        <span className="sr-only">{t`Follow ${{ title: poolTitleText(pool.title) }}`}</span>
        <Chip tone="veil" icon={<Bell aria-hidden="true" />}>
          {null}
        </Chip>
      </button>
      <button
        type="button"
        className="like min-w-11 p-2.5 focus-visible:-outline-offset-4"
        aria-pressed={like.isLiked}
        onClick={like.toggle}
      >
        <span className="sr-only">{t`Like ${{ title: poolTitleText(pool.title) }}`}</span>
        <Chip tone="veil" icon={<Heart aria-hidden="true" />}>
          {like.likeCount > 0 ? shortened(like.likeCount) : null}
        </Chip>
      </button>
    </div>
  );
}

/** The like button on the pool page. */
export function PoolLikeButton({ pool }: { pool: LikeTarget }) {
  const { isLiked, likeCount, toggle } = useLike(pool);
  return (
    <Button className="like grow" icon={<Heart aria-hidden="true" />} aria-pressed={isLiked} onClick={toggle}>
      {t({ message: 'Like', context: 'verb on a button' })}
      {likeCount > 0 ? <span className="tabular-nums text-faint">{formatNumber(likeCount)}</span> : null}
    </Button>
  );
}
