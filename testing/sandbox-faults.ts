import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CardProcessor, type Disputes, ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createCards } from '#server/money/processors/create-cards.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { answer } from '#server/money/sandbox/answer.ts';
import { runIdempotent } from '#server/money/sandbox/run-idempotent.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { signatureHeader } from '#server/money/sandbox/signature.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Database } from '#server/platform/postgres/db.ts';

/** The names of the calls of a port, which return promises. */
type CallsOf<Port> = {
  [Name in keyof Port]-?: NonNullable<Port[Name]> extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Port];
export type SandboxCall = CallsOf<CardProcessor> | CallsOf<Disputes>;

/**
 * hang_after: done, but no answer arrives; error_after: done, but the answer is a 500; unreachable: the request does not arrive;
 * refused: understood, nothing done; crash_before, crash_after: our own process dies at that point.
 */
export type SandboxFault = 'hang_after' | 'error_after' | 'unreachable' | 'refused' | 'crash_before' | 'crash_after';

/** Thrown to the caller to simulate that its own process died. */
export class SimulatedCrash extends Error {}

/** The faults that a test plans for the sandbox. */
export class SandboxFaults {
  /** How long a caller waits for an answer that does not arrive. */
  timeoutMs = 30;
  /** Events arrive, are lost, arrive twice, or are held back in `kept`. */
  webhooks: 'deliver' | 'drop' | 'twice' | 'keep' = 'deliver';
  payouts: 'pay' | 'fail' = 'pay';
  refunds: 'pay' | 'fail' = 'pay';
  reversals: 'pay' | 'fail' = 'pay';
  /** Each function sends an event that `keep` held back. In the order in which the events happened. */
  readonly kept: (() => Promise<void>)[] = [];
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

  /** The calls with the planned faults. A call without one is passed on as it is. */
  around<T extends object>(calls: T): T {
    const wrap = (call: string, work: (...args: unknown[]) => unknown) => {
      return (...args: unknown[]) => {
        const fault = this.#planned.get(call as SandboxCall)?.shift();
        return fault ? answer(() => this.#inject(call, fault, async () => work(...args))) : work(...args);
      };
    };
    const entries = Object.entries(calls).map(([call, value]) => [
      call,
      typeof value === 'function' ? wrap(call, value) : value,
    ]);
    return Object.fromEntries(entries) as T;
  }

  async #inject(call: string, fault: SandboxFault, work: () => Promise<unknown>): Promise<never> {
    if (fault === 'unreachable') throw new ProcessorFault('unknown', `${call}: not reachable`);
    // A refused transfer without a reason would wait for the operator.
    const solver = call === 'payOut' ? 'creator' : undefined;
    if (fault === 'refused') throw new ProcessorFault('refused', `${call}: refused`, { solver });
    if (fault === 'crash_before') throw new SimulatedCrash(`died before ${call}`);
    await work();
    if (fault === 'crash_after') throw new SimulatedCrash(`died after ${call}`);
    if (fault === 'error_after') throw new ProcessorFault('unknown', `${call}: answered 500`);
    await sleep(this.timeoutMs);
    throw new ProcessorFault('unknown', `${call}: no answer in ${this.timeoutMs} ms`);
  }
}

export type FaultySandbox = SandboxProcessor & { readonly faults: SandboxFaults };

/** Decorates the sandbox of an app with faults that tests plan. */
export function withFaults(
  sandbox: SandboxProcessor,
  { config, db }: Platform,
  faults: SandboxFaults = new SandboxFaults(),
): FaultySandbox {
  const { disputes } = sandbox;
  const calls = {
    ...sandbox,
    ...failingTransfers(sandbox, faults, db),
    readWebhook: webhookReader(sandbox, faults, config.publicUrl),
  };
  return { ...faults.around(calls), ...(disputes && { disputes: faults.around(disputes) }), faults };
}

/** Refunds, payouts and reversals that the bank rejects. Under their keys and in the sandbox's books, as if the sandbox had done it. */
function failingTransfers(
  sandbox: SandboxProcessor,
  faults: SandboxFaults,
  db: Database,
): Pick<CardProcessor, 'refund' | 'lookUpPayout' | 'reverseTransfer'> {
  /** The references of payouts that the bank has paid. */
  const paid = new Set<string>();
  return {
    async refund({ key, ...request }) {
      if (faults.refunds === 'pay') return sandbox.refund({ key, ...request });
      const { amountCents, reference } = request;
      const reason = 'The card no longer takes refunds.';
      return answer(() =>
        runIdempotent(db, key, request, async () => ({
          ref: `re_${key}`,
          reference,
          amountCents,
          status: 'failed' as const,
          reason,
        })),
      );
    },
    async lookUpPayout(by) {
      const state = await sandbox.lookUpPayout(by);
      if (!state) return null;
      const { reference } = state;
      if (state.status === 'done' && faults.payouts === 'fail' && !paid.has(reference)) {
        await db.sql`
          with failed as (
            update sandbox.payouts set status = 'failed' where reference = ${reference} and status = 'paid'
            returning reference, amount_cents)
          insert into sandbox.journal (kind, reference, amount_cents)
          select 'payout_failure', reference, amount_cents from failed`;
      } else if (state.status === 'done') paid.add(reference);
      const [failed] = await db.sql`select 1 from sandbox.payouts where reference = ${reference} and status = 'failed'`;
      return failed ? { ...state, status: 'failed', reason: 'The bank rejected the payout.' } : state;
    },
    async reverseTransfer({ key, ...request }) {
      if (faults.reversals === 'pay') return sandbox.reverseTransfer({ key, ...request });
      return answer(() =>
        runIdempotent(db, key, request, () => {
          throw new ProcessorFault('refused', 'The payout account has too little money.');
        }),
      );
    },
  };
}

/** An event that is lost or held back is read as one that needs no action. */
function webhookReader(sandbox: SandboxProcessor, faults: SandboxFaults, url: string): CardProcessor['readWebhook'] {
  const resentEventIds = new Set<string>();
  const sendAgain = async (rawBody: Buffer, headers: IncomingHttpHeaders) => {
    const answer = await fetch(`${url}/api/webhooks/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: String(headers[signatureHeader]) },
      body: new Uint8Array(rawBody),
    });
    if (!answer.ok) throw new Error(`the event was answered with ${answer.status}`);
  };
  return async (rawBody, headers) => {
    const event = await sandbox.readWebhook(rawBody, headers);
    if (faults.webhooks === 'twice' && !resentEventIds.has(event.id)) {
      resentEventIds.add(event.id);
      await sendAgain(rawBody, headers);
    }
    if (faults.webhooks === 'keep') faults.kept.push(() => sendAgain(rawBody, headers));
    const isRead = faults.webhooks === 'deliver' || faults.webhooks === 'twice';
    return isRead ? event : { ...event, id: `${faults.webhooks} ${event.id}`, reference: null };
  };
}

/**
 * The processors from the settings. If the main one is the sandbox, it gets faults: those of the app `beside` it, because each node runs the
 * jobs of all, and a fault that a test plans must meet the call on whichever node makes it.
 */
export function createTestCards(
  platform: Platform,
  beside?: Pick<MoneyContext, 'cards'>,
): ReturnType<typeof createCards> {
  const { cards, processors } = createCards(platform);
  if (cards.name !== 'sandbox') return { cards, processors };
  const faults = beside && 'faults' in beside.cards ? faultsOf(beside) : undefined;
  return withProcessors(withFaults(cards as SandboxProcessor, platform, faults), processors.all[1]);
}

/** The faults of an app that runs on the sandbox. */
export function faultsOf({ cards }: Pick<MoneyContext, 'cards'>): SandboxFaults {
  if (!('faults' in cards)) throw new Error('the cards of this app have no faults');
  return (cards as FaultySandbox).faults;
}
