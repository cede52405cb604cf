import { Heart } from 'lucide-react';
import { grouped, shortened } from '#contract/values/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/display.tsx';
import { type LikeTarget, useLike } from './use-like.ts';

/** The like button on a card's picture: a heart and the like count. */
export function CardLikeButton({ pool }: { pool: LikeTarget & { title: string } }) {
  const { isLiked, likeCount, toggle } = useLike(pool);
  return (
    <button type="button" className="card-like" aria-pressed={isLiked} onClick={toggle}>
      <span className="sr-only">Like {pool.title}</span>
      <Chip tone="veil" icon={<Heart aria-hidden="true" />}>
        {likeCount > 0 ? shortened(likeCount) : null}
      </Chip>
    </button>
  );
}

/** The like button on the pool page. */
export function PoolLikeButton({ pool }: { pool: LikeTarget }) {
  const { isLiked, likeCount, toggle } = useLike(pool);
  return (
    <Button className="like" icon={<Heart aria-hidden="true" />} aria-pressed={isLiked} onClick={toggle}>
      Like
      {likeCount > 0 ? <span className="tabular-nums text-faint">{grouped(likeCount)}</span> : null}
    </Button>
  );
}
