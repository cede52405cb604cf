import type { PlantedBug } from './planted-bug.ts';

/** Bugs in the lifecycle of pools, and in what may be paid when. */
export const poolBugs: readonly PlantedBug[] = [
  {
    name: 'pledge-begins-during-an-edit',
    file: 'server/pools/edit-pool.ts',
    text: '{ blocksInserts: true }',
    replacement: '{}',
    foundBy: { file: 'server/pledges/pledging.int.test.ts', title: 'is refused if it begins during the change' },
  },
  {
    name: 'cards-do-not-wait-for-the-payout-account',
    file: 'server/pools/lifecycle/account-wait.ts',
    text: 'if (pool.isCreatorPayable && !pool.isCreatorSuspended)',
    replacement: '',
    foundBy: {
      file: 'server/pools/lifecycle/account-wait.test.ts',
      title: 'waits one response window when the goal is met and the creator cannot be paid',
    },
  },
  {
    name: 'charge-begins-for-a-creator-who-cannot-be-paid',
    file: 'server/pledges/money-fact-listeners.ts',
    text: 'await assertCreatorPayable(context, tx, locked.pool, processor);',
    replacement: '',
    foundBy: {
      file: 'server/pools/lifecycle/account-wait.int.test.ts',
      title: 'charges waiting cards when it is ready again, once',
    },
  },
];
