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
  fanDeletedAt: null,
  emailVerifiedAt: null,
  amountCents: 10_00,
  paymentKind: 'off_session',
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

test.each([
  ['off_session', 'in time', 'The fan saved a card and agreed that it is charged once'],
  ['hosted', 'in time', 'when the fan paid on the card processor’s payment page.'],
  ['off_session', 'late', 'after the creator had delivered, and agreed to pay at once with a saved card.'],
  [
    'hosted',
    'late',
    'after the creator had delivered, and agreed to pay at once on the card processor’s payment page.',
  ],
] as const)('says how the fan agreed to the charge: %s, %s', (paymentKind, when, words) => {
  const pledgedAt = when === 'late' ? null : at;
  expect(composeEvidence({ ...row, paymentKind, pledgedAt }, []).productDescription).toContain(words);
});

test('says who paid, unless the fan has deleted their account', () => {
  const named = composeEvidence(row, []);
  expect(named).toMatchObject({ customerName: 'ben', customerEmail: 'ben@example.org' });
  expect(named.receipt).toContain('Paid by: ben, ben@example.org');
  const blanked = { fanName: 'Deleted user', fanEmail: 'deleted-1@deleted.invalid', fanDeletedAt: at };
  const unnamed = composeEvidence({ ...row, ...blanked }, []);
  expect(unnamed).toMatchObject({ customerName: null, customerEmail: null });
  expect(unnamed.receipt).toContain('Account deleted: 2026-11-02 10:00:00 UTC');
  expect(JSON.stringify(unnamed)).not.toMatch(/Paid by|Deleted user|deleted\.invalid/);
});
