import { Users } from 'lucide-react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { msg } from '#contract/language/text.ts';
import { poolFansPath } from '#contract/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** Opens the fans of a pool: their pledges, messages to them, and late pledges. */
export function FansLink({ pool }: { pool: Pick<CreatorRequest, 'id' | 'title'> }) {
  return (
    <LinkButton to={poolFansPath(pool.id)} variant="ghost" wide icon={<Users aria-hidden="true" />}>
      <span>
        <RichText
          text={msg`Fans and messages<hidden> of ${{ title: pool.title }}</hidden>`}
          tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
        />
      </span>
    </LinkButton>
  );
}
