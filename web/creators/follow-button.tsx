import { Check, Heart } from 'lucide-react';
import { msg } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export interface FollowButtonProps {
  name: string;
  isFollowing: boolean;
  onToggle: () => void;
  small?: boolean;
}

/** Shows whether the user follows the creator; pressing it toggles that. */
export function FollowButton({ name, isFollowing, onToggle, small }: FollowButtonProps) {
  return (
    <Button
      size={small ? 'sm' : 'md'}
      // Above the link that covers a card.
      className="relative flex-none"
      icon={
        isFollowing ? (
          <Check aria-hidden="true" className="text-paid-text" />
        ) : (
          <Heart aria-hidden="true" className="text-love" />
        )
      }
      onClick={onToggle}
    >
      <RichText
        text={isFollowing ? msg`Following<hidden> ${{ name }}</hidden>` : msg`Follow<hidden> ${{ name }}</hidden>`}
        tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
      />
    </Button>
  );
}
