import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessorFault } from '../card-port.ts';

/** Calls of the port that tests may make go wrong. */
export type SandboxCall =
  | 'createCustomer'
  | 'startCardSetup'
  | 'lookUpSetup'
  | 'createCharge'
  | 'confirmCharge'
  | 'cancelCharge'
  | 'startPayment'
  | 'lookUpCharge'
  | 'closeSession'
  | 'refund'
  | 'lookUpRefund'
  | 'payOut'
  | 'lookUpPayout';

/**
 * hang_after: done, but the answer never comes; error_after: done, answered 500; unreachable: never arrived; refused: understood,
 * nothing done; crash_before, crash_after: our own process dies at that point.
 */
export type SandboxFault = 'hang_after' | 'error_after' | 'unreachable' | 'refused' | 'crash_before' | 'crash_after';

/** What the caller sees when its own process is meant to have died. */
export class SimulatedCrash extends Error {}

/** Strange behavior on demand. Exists only with NODE_ENV=test. */
export class SandboxFaults {
  /** How long a caller waits for an answer that does not come. */
  timeoutMs = 30;
  /** What becomes of events: sent, never sent, sent twice, or kept until `deliverKept`. */
  webhooks: 'deliver' | 'drop' | 'twice' | 'keep' = 'deliver';
  payouts: 'pay' | 'fail' = 'pay';
  refunds: 'pay' | 'fail' = 'pay';
  /** Events held back by `keep`, in the order in which they happened. */
  readonly kept: string[] = [];
  readonly #planned = new Map<SandboxCall, SandboxFault[]>();

  /** The next `times` calls of this kind go wrong this way. */
  plan(call: SandboxCall, fault: SandboxFault, times = 1): void {
    const list = this.#planned.get(call) ?? [];
    for (let n = 0; n < times; n += 1) list.push(fault);
    this.#planned.set(call, list);
  }

  /** Good weather from here on. */
  clear(): void {
    this.#planned.clear();
    this.webhooks = 'deliver';
    this.payouts = 'pay';
    this.refunds = 'pay';
  }

  async around<T>(call: SandboxCall, work: () => Promise<T>): Promise<T> {
    const fault = this.#planned.get(call)?.shift();
    if (fault === 'unreachable') throw new ProcessorFault('unknown', `${call}: not reachable`);
    if (fault === 'refused') throw new ProcessorFault('refused', `${call}: refused`);
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
