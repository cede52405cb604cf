import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#contract/values/format-number.ts';
import { Button } from './button.tsx';

/** The like button of a comment or an update: a heart, the label passed as children, and the number of likes. */
export function LikeToggle({
  isLiked,
  likeCount,
  toggle,
  disabled,
  children,
}: {
  isLiked: boolean;
  likeCount: number;
  toggle: () => void;
  disabled?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="like"
      icon={<Heart aria-hidden="true" />}
      aria-pressed={isLiked}
      disabled={disabled}
      onClick={toggle}
    >
      <span className="contents">{children}</span>
      {likeCount > 0 ? <span className="tabular-nums text-faint">{formatNumber(likeCount)}</span> : null}
    </Button>
  );
}
