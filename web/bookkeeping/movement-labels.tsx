import type { MoneyMovement } from '#contract/admin/money.ts';
import { paths, userPath } from '#contract/paths.ts';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';

export const kindLabels: Record<MoneyMovement['kind'], string> = {
  charge: 'Charge',
  refund: 'Refund',
  payout: 'Payout',
  dispute: 'Dispute',
};

type Words = readonly [words: string, tone: Tone];

function wordsOfDispute({ state, result }: MoneyMovement): Words {
  if (result === 'won') return ['Won', 'paid'];
  if (result === 'lost') return ['Lost', 'danger'];
  return state === 'failed' ? ['Answer needed', 'danger'] : ['Under review', 'accent'];
}

function wordsOf(movement: MoneyMovement): Words {
  const { kind, state, result } = movement;
  if (kind === 'dispute') return wordsOfDispute(movement);
  if (result === 'declined') return ['Declined', state === 'failed' ? 'danger' : 'plain'];
  if (result === 'outside') return ['Paid outside', 'paid'];
  if (result === 'returned') return ['Came back', state === 'failed' ? 'danger' : 'plain'];
  if (state === 'failed') return ['Failed', 'danger'];
  if (result === 'failed') return ['Refused', 'plain'];
  return state === 'unknown' ? ['No answer yet', 'accent'] : ['Done', 'paid'];
}

/** The outcome of a movement, as a chip. */
export function MovementState({ movement }: { movement: MoneyMovement }) {
  const [words, tone] = wordsOf(movement);
  return <Chip tone={tone}>{words}</Chip>;
}

/** To the second, because admins compare it with the processor's records. */
export function UtcTime({ at }: { at: string }) {
  return <time dateTime={at}>{at.replace('T', ' ').replace(/[.]\d+Z$/, ' UTC')}</time>;
}

/** The reason for a failure; for a charge, in the words that the fan read. */
export const reasonOf = ({ kind, reason }: MoneyMovement): string | null =>
  reason && kind === 'charge' ? `Message to the fan: “${reason}”` : reason;

/** The next step and who takes it, above the facts of a drawer. */
export function NextStep({ children }: { children: string }) {
  return (
    <p className="mt-3 max-w-text">
      <b>Next step:</b> <span className="contents">{children}</span>
    </p>
  );
}

/** The pool in the admin's list of pools, where its whole history is. */
export function PoolLink({ poolId, poolTitle }: Pick<MoneyMovement, 'poolId' | 'poolTitle'>) {
  if (!poolId || !poolTitle) return <span>–</span>;
  return <TextLink to={`${paths.adminPools}?open=${poolId}`}>{poolTitle}</TextLink>;
}

export function PersonLink({ username }: { username: string | null }) {
  return username ? <TextLink to={userPath(username)}>@{username}</TextLink> : <span>Deleted account</span>;
}
