import { expect, test } from 'vitest';
import { composeEvidence } from './compose-evidence.ts';
import type { EvidenceRow } from './evidence.sql.ts';

const at = new Date('2026-11-02T10:00:00Z');
const row: EvidenceRow = {
  pledgeId: '6f1c2f0e-0000-4000-8000-000000000001',
  poolTitle: 'A song',
  poolDescription: 'Sing it.',
  terms: null,
  creatorName: 'maya',
  fanName: 'ben',
  fanEmail: 'ben@example.org',
  fanSince: at,
  emailVerifiedAt: null,
  amountCents: 10_00,
  pledgedAt: at,
  paidAt: at,
  cardBrand: 'visa',
  cardLast4: '4242',
  chargeRef: 'pi_1',
  refundedCents: 0,
  refundedAt: null,
  deliveredAt: null,
};

test('names what was refunded before the dispute, and nothing else', () => {
  expect(composeEvidence(row, []).receipt).not.toContain('Refunded');
  const refunded = { ...row, refundedCents: 4_00, refundedAt: at };
  expect(composeEvidence(refunded, []).receipt).toContain('Refunded to this card: $4.00, 2026-11-02 10:00:00 UTC');
});
