import { startOfText } from '#contract/values/start-of-text.ts';
import { tidyLine } from '#contract/values/tidy-text.ts';

/** Stripe refuses longer values of metadata. It counts characters; UTF-16 units are at least as many. */
const maxLength = 500;

/** The texts about a transfer that the processor shows to the creator and to the operator. */
export interface TransferPurpose {
  poolId: string;
  poolTitle: string;
  description: string;
}

/** The pool whose money a transfer moves. `title` may be public: an adult pool's is masked. */
export interface PaidPool {
  id: string;
  title: string;
}

/** Whatever the title contains, both texts are one visible line that fits, and the description ends with the whole id. */
export function purposeOf({ id, title }: PaidPool): TransferPurpose {
  const line = tidyLine(title) || 'Pool';
  const end = ` (pool ${id})`;
  const cut = (max: number) => (line.length <= max ? line : `${startOfText(line, max - 1).trimEnd()}…`);
  return { poolId: id, poolTitle: cut(maxLength), description: `${cut(maxLength - end.length)}${end}` };
}
