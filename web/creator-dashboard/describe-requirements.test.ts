import { expect, test } from 'vitest';
import { describeRequirements } from './describe-requirements.ts';

test('names each requirement once, with its first due date', () => {
  const requirements = [
    { code: 'individual.dob.day', dueAt: null },
    { code: 'individual.dob.month', dueAt: '2027-02-01T00:00:00.000Z' },
    { code: 'individual.dob.year', dueAt: '2027-01-01T00:00:00.000Z' },
    { code: 'external_account', dueAt: null },
    { code: 'individual.verification.document', dueAt: null },
    { code: 'something.new', dueAt: null },
  ];
  expect(describeRequirements(requirements)).toEqual([
    { words: 'Your date of birth', dueAt: '2027-01-01T00:00:00.000Z' },
    { words: 'Your bank account', dueAt: null },
    { words: 'A photo of your ID', dueAt: null },
    { words: 'More details about you', dueAt: null },
  ]);
});
