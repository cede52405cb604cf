import { Bell, Check } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { PoolNewsSwitch } from './pool-news-switch.tsx';
import { useSave } from './use-pool-mark.ts';

interface PoolFollowProps {
  pool: { id: string; title: string; isSaved: boolean; getsNews: boolean };
}

/** The button on the pool page that follows the pool, and the switch for its news. */
export function PoolFollow({ pool }: PoolFollowProps) {
  const { isSaved, getsNews, toggle } = useSave(pool);
  return (
    <div className="flex basis-full gap-2">
      <Button
        className="grow"
        icon={isSaved ? <Check aria-hidden="true" /> : <Bell aria-hidden="true" />}
        onClick={toggle}
      >
        {isSaved
          ? t({ message: 'Following', context: 'button: the person follows this pool' })
          : t({ message: 'Follow', context: 'verb on a button' })}
      </Button>
      {isSaved ? <PoolNewsSwitch pool={{ ...pool, getsNews }} className="min-h-11" /> : null}
    </div>
  );
}
