/**
 * Divides a sum among payments in proportion to their amounts, in integer cents. The shares add up to the sum exactly, and no share
 * exceeds its payment.
 */
export function shareByPayment<T extends { amountCents: number }>(
  payments: readonly T[],
  sumCents: number,
): (T & { shareCents: number })[] {
  const total = BigInt(payments.reduce((sum, { amountCents }) => sum + amountCents, 0));
  let paid = 0n;
  let given = 0n;
  return payments.map((payment) => {
    paid += BigInt(payment.amountCents);
    const upTo = total === 0n ? 0n : (paid * BigInt(sumCents)) / total;
    const shareCents = Number(upTo - given);
    given = upTo;
    return { ...payment, shareCents };
  });
}

/** Takes a sum from the last amounts first, down to zero. */
export function deductFromLast<T extends { amountCents: number }>(parts: readonly T[], sumCents: number): T[] {
  let left = sumCents;
  return parts
    .toReversed()
    .map((part) => {
      const taken = Math.min(left, part.amountCents);
      left -= taken;
      return { ...part, amountCents: part.amountCents - taken };
    })
    .toReversed();
}
