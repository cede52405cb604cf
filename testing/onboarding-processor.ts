import { type ChargeState, type PayoutAccountState, ProcessorFault } from '#server/money/card-processor.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { isInsideTransaction } from '#server/platform/postgres/db.ts';

interface Account extends PayoutAccountState {
  country: string;
}

/** The parts of the onboarding that tests read and change. */
export interface OnboardingControl {
  accounts: Map<string, Account>;
  /** Every call of `createAccount`, also repeated ones. */
  creations: { key: string; country: string }[];
  /** Thrown once after the next account was created, as if the answer was lost. */
  loseNextAnswer: boolean;
  /** Refuses accounts in this country. */
  refusedCountry: string | null;
  /** Thrown by these calls before they act, until it is removed. */
  refusals: Map<'createAccount' | 'payOut' | 'listMovements' | 'startCardSetup', ProcessorFault>;
  /** Every try of `payOut`, also refused ones. */
  transferKeys: string[];
  /** Reports charges without their cost, as a processor does that computes it later. */
  hidesCosts: boolean;
  set(
    accountRef: string,
    status: PayoutAccountState['status'],
    requirements?: PayoutAccountState['requirements'],
  ): void;
  /** The creator enters other bank details on the processor's page. */
  setBank(accountRef: string, bankPrint: string): void;
  /** Closes or rejects the account permanently. */
  close(accountRef: string): void;
}

export type OnboardingSandbox = SandboxProcessor & { control: OnboardingControl };

function createControl(): OnboardingControl {
  const accounts = new Map<string, Account>();
  const control: OnboardingControl = {
    accounts,
    creations: [],
    loseNextAnswer: false,
    refusedCountry: null,
    refusals: new Map(),
    transferKeys: [],
    hidesCosts: false,
    set(accountRef, status, requirements = []) {
      const account = accounts.get(accountRef);
      if (!account) throw new Error(`${accountRef} does not exist`);
      accounts.set(accountRef, { ...account, status, requirements });
    },
    setBank(accountRef, bankPrint) {
      const account = accounts.get(accountRef);
      if (!account) throw new Error(`${accountRef} does not exist`);
      accounts.set(accountRef, { ...account, bankPrint });
    },
    close(accountRef) {
      control.set(accountRef, 'restricted');
      const account = accounts.get(accountRef);
      if (account) accounts.set(accountRef, { ...account, isClosed: true });
    },
  };
  return control;
}

/**
 * The sandbox as a processor that requires onboarding, limits how long money is held, and checks each transfer as a real one does: the
 * account must be ready, and the transfers of a charge must not exceed it. Its hosted page is the return page itself.
 */
export function withOnboarding(sandbox: SandboxProcessor): OnboardingSandbox {
  const control = createControl();
  const { accounts } = control;
  const byKey = new Map<string, string>();
  const transferred = new Map<string, number>();
  const withoutCost = <S extends ChargeState | null>(state: S): S =>
    control.hidesCosts && state?.status === 'succeeded' ? { ...state, costCents: 0 } : state;
  const refuse = (call: Parameters<OnboardingControl['refusals']['get']>[0]) => {
    const fault = control.refusals.get(call);
    if (fault) throw fault;
  };
  const outside = () => {
    if (isInsideTransaction()) throw new Error('the card processor was called inside a transaction');
  };
  return {
    ...sandbox,
    control,
    limitsHolding: true,
    defaultPayoutAccount: () => null,
    confirmCharge: async (request) => withoutCost(await sandbox.confirmCharge(request)),
    lookUpCharge: async (by) => withoutCost(await sandbox.lookUpCharge(by)),
    async startCardSetup(request) {
      refuse('startCardSetup');
      return sandbox.startCardSetup(request);
    },
    async listMovements(since) {
      refuse('listMovements');
      return sandbox.listMovements(since);
    },
    async payOut(request) {
      control.transferKeys.push(request.key);
      refuse('payOut');
      const { accountRef, chargeRef, amountCents } = request;
      if (accounts.get(accountRef)?.status !== 'ready') {
        throw new ProcessorFault('refused', 'The account cannot receive transfers.', { solver: 'creator' });
      }
      if (chargeRef) {
        const state = await sandbox.lookUpCharge({ chargeRef, sessionRef: null, reference: '' });
        const others = [...transferred].filter(([key]) => key.startsWith(chargeRef) && key !== chargeRef + request.key);
        const before = others.reduce((sum, [, cents]) => sum + cents, 0);
        if (state?.status !== 'succeeded' || before + amountCents > state.amountCents) {
          throw new ProcessorFault('refused', 'The transfer exceeds its source charge.');
        }
      }
      const answer = await sandbox.payOut(request);
      if (chargeRef) transferred.set(chargeRef + request.key, amountCents);
      return answer;
    },
    onboarding: {
      countries: ['US', 'CA', 'DE', 'FR', 'GB', 'BR', 'AQ'],
      async createAccount({ userId, country, key }) {
        outside();
        control.creations.push({ key, country });
        refuse('createAccount');
        if (control.refusedCountry === country)
          throw new ProcessorFault('refused', 'This country is not supported.', { solver: 'creator' });
        const accountRef = byKey.get(key) ?? `acct_${userId.slice(0, 8)}_${byKey.size + 1}`;
        if (!byKey.has(key)) {
          byKey.set(key, accountRef);
          accounts.set(accountRef, {
            accountRef,
            country,
            status: 'pending',
            requirements: [{ code: 'external_account', dueAt: null }],
          });
        }
        if (control.loseNextAnswer) {
          control.loseNextAnswer = false;
          throw new ProcessorFault('unknown', 'the answer was lost');
        }
        return { accountRef };
      },
      async startOnboarding({ accountRef, returnUrl }) {
        outside();
        if (!accounts.has(accountRef)) throw new ProcessorFault('refused', 'There is no such account.');
        return { url: returnUrl };
      },
      async openDashboard(accountRef) {
        outside();
        return { url: `https://dashboard.example/${accountRef}` };
      },
      async lookUpAccount(accountRef) {
        outside();
        return accounts.get(accountRef) ?? null;
      },
    },
  };
}
