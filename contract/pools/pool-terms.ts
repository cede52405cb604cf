import { z } from 'zod';
import { uuid } from '#contract/values/field-schemas.ts';

/** The accepted terms, frozen. `hash` is SHA-256 over the other fields in this order. */
export const poolTerms = z.object({
  poolId: uuid,
  goalCents: z.number().int(),
  floorCents: z.number().int(),
  atCurrentAmount: z.boolean(),
  pledgedCents: z.number().int(),
  deliveryDays: z.number().int(),
  feePercent: z.number(),
  acceptedAt: z.iso.datetime(),
  acceptedBy: uuid,
  hash: z.string(),
});
export type PoolTerms = z.infer<typeof poolTerms>;
