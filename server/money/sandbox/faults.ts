import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessorFault } from '#server/money/card-processor.ts';

/** The calls of the port in which tests can inject a fault. */
export type SandboxCall =
  | 'createCustomer'
  | 'forgetCustomer'
  | 'startCardSetup'
  | 'lookUpSetup'
  | 'lookUpCard'
  | 'createCharge'
  | 'confirmCharge'
  | 'cancelCharge'
  | 'startPayment'
  | 'lookUpCharge'
  | 'closeSession'
  | 'refund'
  | 'lookUpRefund'
  | 'payOut'
  | 'lookUpPayout'
  | 'lookUpDispute'
  | 'listDisputes'
  | 'submitEvidence'
  | 'lookUpFraudWarning'
  | 'listFraudWarnings'
  | 'reverseTransfer'
  | 'lookUpReversal';

/**
 * hang_after: done, but no answer arrives; error_after: done, but the answer is a 500; unreachable: the request does not arrive;
 * refused: understood, nothing done; crash_before, crash_after: our own process dies at that point.
 */
export type SandboxFault = 'hang_after' | 'error_after' | 'unreachable' | 'refused' | 'crash_before' | 'crash_after';

/** Thrown to the caller to simulate that its own process died. */
export class SimulatedCrash extends Error {}

/** Fault injection for tests. Exists only with NODE_ENV=test. */
export class SandboxFaults {
  /** How long a caller waits for an answer that does not arrive. */
  timeoutMs = 30;
  /** Events are sent, never sent, sent twice, or kept in `kept`. */
  webhooks: 'deliver' | 'drop' | 'twice' | 'keep' = 'deliver';
  payouts: 'pay' | 'fail' = 'pay';
  refunds: 'pay' | 'fail' = 'pay';
  reversals: 'pay' | 'fail' = 'pay';
  /** Ids of the events held back by `keep`, in the order in which they happened. */
  readonly kept: string[] = [];
  readonly #planned = new Map<SandboxCall, SandboxFault[]>();

  /** Injects this fault into the next `times` calls of this kind. */
  plan(call: SandboxCall, fault: SandboxFault, times = 1): void {
    const list = this.#planned.get(call) ?? [];
    for (let n = 0; n < times; n += 1) list.push(fault);
    this.#planned.set(call, list);
  }

  /** Removes all faults. */
  clear(): void {
    this.#planned.clear();
    this.webhooks = 'deliver';
    this.payouts = 'pay';
    this.refunds = 'pay';
    this.reversals = 'pay';
  }

  async around<T>(call: SandboxCall, work: () => Promise<T>): Promise<T> {
    const fault = this.#planned.get(call)?.shift();
    if (fault === 'unreachable') throw new ProcessorFault('unknown', `${call}: not reachable`);
    // A refused transfer without a reason would wait for the operator.
    const solver = call === 'payOut' ? 'creator' : undefined;
    if (fault === 'refused') throw new ProcessorFault('refused', `${call}: refused`, { solver });
    if (fault === 'crash_before') throw new SimulatedCrash(`died before ${call}`);
    const answer = await work();
    if (fault === 'crash_after') throw new SimulatedCrash(`died after ${call}`);
    if (fault === 'error_after') throw new ProcessorFault('unknown', `${call}: answered 500`);
    if (fault === 'hang_after') {
      await sleep(this.timeoutMs);
      throw new ProcessorFault('unknown', `${call}: no answer in ${this.timeoutMs} ms`);
    }
    return answer;
  }
}
