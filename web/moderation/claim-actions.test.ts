import { expect, it } from 'vitest';
import { msg, verbatim } from '#contract/language/text.ts';
import { claimBulk } from './claim-actions.tsx';

interface Item {
  status: 'pending' | 'approved';
  own: boolean;
  given: boolean;
}

const bulk = claimBulk<Item>({
  approve: () => verbatim('approved'),
  reject: () => verbatim('rejected'),
  mustOpen: ({ given }, status) => (given && status === 'rejected' ? verbatim('Open it first.') : undefined),
  rejectReason: { label: msg`Reason`, hint: msg`` },
  decide: async () => undefined,
  approved: msg`Approved`,
  refresh: [],
});
const plan = (key: string, changes: Partial<Item>) =>
  bulk.find((action) => action.key === key)?.plan({ status: 'pending', own: false, given: false, ...changes }, []);

it('leaves out of a bulk decision what an admin has to open before they decide it so', () => {
  expect(plan('reject', { given: true })).toEqual({ skip: 'Open it first.' });
  expect(plan('approve', { given: true })).toEqual({ change: 'approved' });
  expect(plan('reject', {})).toEqual({ change: 'rejected' });
  expect(plan('reject', { given: true, status: 'approved' })).toEqual({ skip: 'Already decided.' });
});
