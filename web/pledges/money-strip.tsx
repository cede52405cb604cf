import type { ReactNode } from 'react';
import { isCurrentPledge } from '#contract/pledges/current-pledge.ts';
import type { Pool } from '#contract/pools.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { MoneySentence } from './money-sentence.tsx';
import { takesLatePledges, takesPledges } from './pledge-facts.ts';

const loadMeaning = () => import('./pledge-meaning.tsx').then((module) => module.PledgeMeaning);
const PledgeMeaning = lazyComponent(import.meta.env.SSR ? await loadMeaning() : null, loadMeaning);

/** The states of a pledge in which the phone's action bar says the same. */
const withPhoneBar = ['setup_pending', 'notified'];

/**
 * The result for the fan's money, at the bottom of the screen wherever the pledge box scrolls away. `money` is the general sentence, for
 * people who neither have a pledge nor can make one.
 */
export function MoneyStrip({ pool, who, money }: { pool: Pool; who: string; money: ReactNode }) {
  const { myPledge, isAssignedCreator } = pool;
  const current = myPledge !== null && isCurrentPledge(myPledge.status);
  const open = !current && !isAssignedCreator && (takesPledges(pool) || takesLatePledges(pool));
  const hasPhoneBar = open || (current && withPhoneBar.includes(myPledge.status));
  let sentence = <p className="text-xs leading-snug text-muted">{money}</p>;
  if (open) sentence = <MoneySentence pool={pool} who={who} short />;
  else if (myPledge && !isAssignedCreator) sentence = <PledgeMeaning pledge={myPledge} />;
  return (
    <div
      className={`sticky bottom-(--tab-bar) z-5 mt-8 border-t border-line bg-paper py-2.5 @columns:tall:hidden ${hasPhoneBar ? 'max-md:hidden low:hidden' : ''}`}
    >
      {sentence}
    </div>
  );
}
