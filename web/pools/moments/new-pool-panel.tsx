import { HandCoins, PartyPopper, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { msg, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fullDate } from '#contract/values/time.ts';
import { requestPledge } from '#web/data/pledge-request.ts';
import { useData } from '#web/data/query.ts';
import { forgetNewPool, isNewPool } from '#web/pools/new-pool.ts';
import { moneyTerms } from '#web/pools/page/pool-page-data.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

function NextSteps({ pool }: { pool: Pool }) {
  const { data: terms } = useData(moneyTerms);
  const { name: creator, assigned, withinResponse } = poolFactsOf(pool, terms);
  return (
    <ol className="my-4 grid list-decimal gap-1.5 ps-5">
      <li>
        <RichText
          text={msg`<b>Fans pledge</b> until ${{ date: fullDate(pool.deadline) }}. No card is charged yet.`}
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </li>
      <li>
        <RichText
          text={
            !creator
              ? msg`<b>A creator answers</b> once the goal is met.`
              : assigned
                ? msg`<b>${{ creator }} answers</b> ${{ withinSomeDays: withinResponse }} after the goal is met.`
                : msg`<b>${{ creator }} answers</b> once the goal is met.`
          }
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </li>
      <li>
        <RichText
          text={
            creator
              ? msg`<b>Cards are charged</b> only if the goal is met and ${{ creator }} accepts.`
              : msg`<b>Cards are charged</b> only if the goal is met and a creator accepts.`
          }
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </li>
    </ol>
  );
}

/** On the page of a pool that the person has just created: asks them for the first pledge, and to share it. It does not come back after a reload. */
export function NewPoolPanel({ pool, share }: { pool: Pool; share: ReactNode }) {
  const [isShown, setShown] = useState(() => isNewPool(pool.id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isShown) return;
    // In an effect, because React may render more than once before it shows the panel.
    forgetNewPool();
    heading.current?.focus({ preventScroll: true });
  }, [isShown]);
  if (!isShown) return null;
  const inReview = pool.status === 'in_review';
  const asksForPledge = pool.can.pledge && pool.myPledge === null;
  return (
    <section
      className="relative mb-6 grid grid-cols-1 gap-4 rounded-2xl bg-accent-wash p-5 sm:grid-cols-[auto_minmax(0,1fr)]"
      aria-labelledby="new-pool"
    >
      <PartyPopper aria-hidden="true" className="size-8 text-accent-text" />
      <div>
        <h2 id="new-pool" ref={heading} tabIndex={-1} className="pe-10 focus:outline-none">
          {inReview ? t`Sent for review` : t`Your pool is open`}
        </h2>
        <p>
          {inReview
            ? t`An admin reviews it first. We’ll notify you when it opens.`
            : asksForPledge
              ? t`Make the first pledge, then share it with people who would love to see it made.`
              : t`Now fans need to find it. Share it with people who would love to see it made.`}
        </p>
        {inReview ? null : <NextSteps pool={pool} />}
        {inReview ? null : (
          <div className="flex flex-wrap gap-3 max-sm:[&>.btn]:w-full">
            {asksForPledge ? (
              <Button
                variant="primary"
                size="lg"
                icon={<HandCoins aria-hidden="true" />}
                onClick={requestPledge}
              >{t`Make the first pledge`}</Button>
            ) : null}
            {share}
          </div>
        )}
      </div>
      <IconButton label={t`Close`} className="absolute end-3 top-3" onClick={() => setShown(false)}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
