import { z } from 'zod';

/** The pool's deadlines; null if a deadline does not apply now. */
export const poolClocks = z.object({
  responseDueAt: z.iso.datetime().nullable(),
  /** While an accepted pool only waits for its creator's payout account: the end of that wait. Then it lapses without a charge. */
  accountDueAt: z.iso.datetime().nullable(),
  /** While an accepted pool is below its goal after the funding deadline: until when its creator may still start with less. */
  startDueAt: z.iso.datetime().nullable(),
  paymentDueAt: z.iso.datetime().nullable(),
  shortfallDueAt: z.iso.datetime().nullable(),
  deliveryDueAt: z.iso.datetime().nullable(),
  quietUntil: z.iso.datetime().nullable(),
});
