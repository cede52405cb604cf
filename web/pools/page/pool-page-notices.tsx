import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';

/** Above the page of a frozen pool. */
export function FrozenNotice() {
  return (
    <div role="status" className="mb-5 rounded-lg bg-danger-wash p-4">
      <b>{t`This pool is frozen`}</b>
      <p className="text-muted">{t`An admin is reviewing it. Until then, no card is charged, no payout is sent, and every deadline is paused.`}</p>
    </div>
  );
}

/** Replaces the page of an adult pool that the visitor does not see; shows nothing of its content. */
export function AgeGatedPool({ gate }: { gate: NonNullable<Pool['adultGate']> }) {
  return (
    <div className="face face-page">
      <p className="num grid size-16 place-items-center rounded-full bg-love-wash text-xl text-love-text">18+</p>
      <h1>{t`This pool is for adults`}</h1>
      <p className="mt-1 text-lg">
        {gate === 'age'
          ? t`Confirm that you are 18 or older to see its text and pictures.`
          : t`This site no longer shows adult content.`}
      </p>
    </div>
  );
}
