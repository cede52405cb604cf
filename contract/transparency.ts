import { z } from 'zod';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './values/field-schemas.ts';

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

/** A change of the key. contract/key-change.ts explains it and verifies the note, which both keys signed. */
export const ledgerKeyChange = z.object({
  /** 1 for the first change. */
  number: z.number().int(),
  changedAt: z.iso.datetime(),
  oldKey: z.string(),
  newKey: z.string(),
  /** The number of journals at that moment. */
  size: z.number().int(),
  note: z.string(),
});
export type LedgerKeyChange = z.infer<typeof ledgerKeyChange>;

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: "Get the ledger's public key, its changes and the newest signed root",
  who: 'anyone',
  output: z.object({
    /** The key that signs new roots, as "name+id+base64" (c2sp.org/signed-note). */
    key: z.string(),
    /** Every change of the key, the oldest first. Empty while the first key signs. */
    keyChanges: z.array(ledgerKeyChange),
    /** Null until the first root is published. */
    latest: ledgerRoot.nullable(),
    /** When the next root is published; null while the ledger is empty. */
    nextRootAt: z.iso.datetime().nullable(),
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

const rootSize = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const getConsistency = endpoint({
  method: 'GET',
  path: '/api/transparency/consistency',
  summary: 'Get the hashes that prove that one published root extends an earlier one (RFC 9162, 2.1.4)',
  who: 'anyone',
  /** The sizes of two published roots. */
  query: z.object({ from: rootSize, to: rootSize }).refine(({ from, to }) => from <= to, 'from must not be above to'),
  /** Hexadecimal. */
  output: z.object({ path: z.array(z.string()) }),
});

export const getPaymentProof = endpoint({
  method: 'GET',
  path: '/api/pledges/:id/proof',
  summary: 'Get the proof that my payment for a pledge is in the newest signed root',
  who: 'user',
  params: z.object({ id: uuid }),
  output: z.object({
    fileName: z.string(),
    /** The exact text of the file (contract/pledges/payment-proof.ts). */
    text: z.string(),
  }),
  errors: ['proof_none', 'proof_pending'],
});
