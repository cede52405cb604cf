import { expect, it } from 'vitest';
import { z } from 'zod';
import { validationMessage } from './validation-messages.ts';

const schema = z.strictObject({
  proofUrl: z.url(),
  status: z.enum(['approved', 'rejected']),
  page: z.number().int().min(1).max(9),
  uploadIds: z.array(z.string().min(3)).max(1),
  agreement: z.boolean(),
  own: z.string('In its own words'),
});

const good = { proofUrl: 'https://a.example', status: 'approved', page: 1, uploadIds: [], agreement: true, own: '' };
const wordsOf = (changes: object) =>
  schema.safeParse({ ...good, ...changes }, { error: validationMessage }).error?.issues.map(({ message }) => message);

it.each<[object, string]>([
  [{ proofUrl: undefined }, 'Proof url is required'],
  [{ proofUrl: 5 }, 'Proof url is not valid'],
  [{ proofUrl: 'nope' }, 'Proof url is not valid'],
  [{ status: 'maybe' }, 'Status must be approved or rejected'],
  [{ page: 0 }, 'Page must be at least 1'],
  [{ page: 10 }, 'Page must be at most 9'],
  [{ uploadIds: 'x' }, 'Upload ids is not valid'],
  [{ uploadIds: ['ab'] }, 'Upload ids is too short'],
  [{ agreement: 'yes' }, 'Agreement is not valid'],
  [{ extra: 1 }, 'There is no field "extra" here'],
  [{ own: 5 }, 'In its own words'],
])('%j', (changes, words) => {
  expect(wordsOf(changes)).toEqual([words]);
});

it('names the body if it is missing', () => {
  expect(schema.safeParse([], { error: validationMessage }).error?.issues[0]?.message).toBe('Body is not valid');
});
