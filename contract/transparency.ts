import { z } from 'zod';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { endpoint } from './endpoint.ts';

const cents = z.number().int();

/** A published root. contract/checkpoint.ts explains the totals, which are in cents. */
export const ledgerRoot = z.object({
  id: z.number().int(),
  /** The number of journals under the root. */
  size: z.number().int(),
  /** Hexadecimal. */
  rootHash: z.string(),
  publishedAt: z.iso.datetime(),
  totals: z.object({
    charged: cents,
    refunded: cents,
    held: cents,
    payable: cents,
    inTransit: cents,
    paidOut: cents,
    fees: cents,
    cardCosts: cents,
  }),
  /** The signed text. */
  note: z.string(),
});
export type LedgerRoot = z.infer<typeof ledgerRoot>;

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: "Get the ledger's public key and its newest signed root",
  who: 'anyone',
  output: z.object({
    /** The key that signs every root, as "name+id+base64" (c2sp.org/signed-note). */
    key: z.string(),
    /** Null until the first root is published. */
    latest: ledgerRoot.nullable(),
  }),
});

export const listLedgerRoots = endpoint({
  method: 'GET',
  path: '/api/transparency/roots',
  summary: 'List all signed roots, newest first',
  who: 'anyone',
  query: z.object({ page: pageNumber }),
  output: z.object({ items: z.array(ledgerRoot), pagination }),
});

export const getPaymentProof = endpoint({
  method: 'GET',
  path: '/api/pledges/:id/proof',
  summary: 'Get the proof that my payment for a pledge is in the newest signed root',
  who: 'user',
  params: z.object({ id: z.uuid() }),
  output: z.object({
    fileName: z.string(),
    /** The exact text of the file (contract/payment-proof.ts). */
    text: z.string(),
  }),
  errors: ['proof_none', 'proof_pending'],
});
