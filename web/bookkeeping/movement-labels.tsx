import type { MoneyMovement } from '#contract/admin/money.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths, userPath } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';

const kinds: Record<MoneyMovement['kind'], Message> = {
  charge: msg`Charge`,
  refund: msg`Refund`,
  payout: msg`Payout`,
  dispute: msg`Dispute`,
};

export const kindText = ({ kind }: Pick<MoneyMovement, 'kind'>): Text => textOf(kinds[kind]);

/** "Refund of $12.00". */
export function amountText({ kind, amountCents }: Pick<MoneyMovement, 'kind' | 'amountCents'>): Text {
  const amount = formatMoneyExact(amountCents);
  switch (kind) {
    case 'charge':
      return t`Charge of ${{ amount }}`;
    case 'refund':
      return t`Refund of ${{ amount }}`;
    case 'payout':
      return t`Payout of ${{ amount }}`;
    case 'dispute':
      return t`Dispute of ${{ amount }}`;
  }
}

/** "Refund for Studio sessions". */
export function poolText({ kind, poolTitle }: Pick<MoneyMovement, 'kind' | 'poolTitle'>): Text {
  if (!poolTitle) return textOf(kinds[kind]);
  switch (kind) {
    case 'charge':
      return t`Charge for ${{ poolTitle }}`;
    case 'refund':
      return t`Refund for ${{ poolTitle }}`;
    case 'payout':
      return t`Payout for ${{ poolTitle }}`;
    case 'dispute':
      return t`Dispute for ${{ poolTitle }}`;
  }
}

type StateWords = readonly [words: Text, tone: Tone];

function wordsOfDispute({ state, result }: MoneyMovement): StateWords {
  if (result === 'won') return [t`Won`, 'paid'];
  if (result === 'lost') return [t`Lost`, 'danger'];
  return state === 'failed' ? [t`Answer needed`, 'danger'] : [t`Under review`, 'accent'];
}

function wordsOf(movement: MoneyMovement): StateWords {
  const { kind, state, result } = movement;
  if (kind === 'dispute') return wordsOfDispute(movement);
  if (result === 'declined')
    return [t({ message: 'Declined', context: 'a charge' }), state === 'failed' ? 'danger' : 'plain'];
  if (result === 'outside') return [t`Paid outside`, 'paid'];
  if (result === 'returned') return [t`Came back`, state === 'failed' ? 'danger' : 'plain'];
  if (state === 'failed') return [t`Failed`, 'danger'];
  if (result === 'failed')
    return [t({ message: 'Refused', context: 'a refund that the card processor refused' }), 'plain'];
  return state === 'unknown'
    ? [t`No answer yet`, 'accent']
    : [t({ message: 'Done', context: 'the state of an action or a payment' }), 'paid'];
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
export const reasonOf = ({ kind, reason }: MoneyMovement): Text | null => {
  if (!reason) return null;
  return kind === 'charge' ? t`Message to the fan: “${{ message: reason }}”` : verbatim(reason);
};

/** The next step and who takes it, above the facts of a drawer. */
export function NextStep({ children }: { children: Text }) {
  return (
    <p className="mt-3 max-w-text">
      <b>{t`Next step:`}</b> <span className="contents">{children}</span>
    </p>
  );
}

/** The pool in the admin's list of pools, where its whole history is. */
export function PoolLink({ poolId, poolTitle }: Pick<MoneyMovement, 'poolId' | 'poolTitle'>) {
  if (!poolId || !poolTitle) return <span>–</span>;
  return <TextLink to={`${paths.adminPools}?open=${poolId}`}>{poolTitle}</TextLink>;
}

export function PersonLink({ username }: { username: string | null }) {
  return username ? <TextLink to={userPath(username)}>@{username}</TextLink> : <span>{t`Deleted account`}</span>;
}
