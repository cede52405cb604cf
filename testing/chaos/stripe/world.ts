import { setTimeout as sleep } from 'node:timers/promises';
import { withProcessors } from '#server/money/processors/processors.ts';
import { createStripe } from '#server/money/stripe/stripe-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { HttpSite } from '#testing/journeys/http-site.ts';
import type { StripeProcess } from '#testing/stripe-stand-in/process.ts';
import { type StripeSetUp, setUpStripe } from '#testing/stripe-stand-in/set-up.ts';
import type { RunPlan } from './faults.ts';
import { recordHistory } from './history.ts';
import { ServerCrashes } from './server-crashes.ts';

const webhooksWithinMs = 3000;

/** The product on the stand-in for Stripe. Many runs follow each other in one world; each brings its own people. */
export class StripeWorld {
  readonly site: HttpSite;
  readonly #stripe: StripeSetUp;
  readonly #crashes: ServerCrashes;
  #restarting: Promise<void> = Promise.resolve();
  #delivered = 0;
  #faults = 0;
  #faultsBefore = 0;
  kills = 0;

  private constructor(site: HttpSite, stripe: StripeSetUp, crashes: ServerCrashes) {
    this.site = site;
    this.#stripe = stripe;
    this.#crashes = crashes;
  }

  static async open(): Promise<StripeWorld> {
    const stripe = await setUpStripe();
    const crashes = new ServerCrashes();
    const env = {
      ...stripe.env,
      STRIPE_TIMEOUT: 'PT0.75S',
      REFUND_FRAUD_WARNINGS: 'on',
      QUIET_PERIOD: 'P1D',
    };
    const cards = (platform: Platform) => withProcessors(crashes.wrap(createStripe(platform)));
    const site = await HttpSite.open(env, 'none', { cards });
    await recordHistory(site.sql);
    return new StripeWorld(site, stripe, crashes);
  }

  /** Throws if an invariant does not hold. */
  async close(): Promise<void> {
    try {
      await this.site.close();
    } finally {
      await this.#stripe.stop();
    }
  }

  /** Uses the stand-in; after its crash, waits for the next process and tries again. */
  async stripe<T>(work: (stripe: StripeProcess) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      await this.#restarting;
      try {
        return await work(this.#stripe.process);
      } catch (error) {
        if (!(error instanceof TypeError) || tries === 3) throw error;
        await sleep(20);
      }
    }
  }

  async enterCard(url: string, number: string): Promise<void> {
    await this.stripe(() => this.#stripe.enterCard(url, number));
  }

  /** Starts a run's faults. Call `over()` of the result when the run has ended. */
  async begin(plan: RunPlan): Promise<{ over(): Promise<void> }> {
    await this.stripe((stripe) => stripe.control('settings', { webhooks: plan.webhooks }));
    await this.stripe((stripe) => stripe.setFaults(plan.faults));
    this.#crashes.plan(plan.crash);
    let over = false;
    const before = plan.kills ? await this.countFaults() : 0;
    const killed = plan.kills ? this.#killWhenHit(before, () => over) : Promise.resolve();
    return {
      over: async () => {
        over = true;
        await killed;
      },
    };
  }

  /** Ends all faults; webhooks that were lost stay lost. */
  async heal(): Promise<void> {
    this.#crashes.plan(null);
    await this.stripe((stripe) => stripe.setFaults({}));
    await this.stripe((stripe) => stripe.control('settings', { webhooks: null }));
    await this.stripe((stripe) => stripe.control('deliver-now'));
  }

  /** Runs all due jobs, and waits for the webhooks that are on their way unless they are late on purpose. */
  async settle({ late }: { late: boolean }): Promise<void> {
    const begin = performance.now();
    for (;;) {
      await this.site.app.settle();
      if (late || performance.now() - begin > webhooksWithinMs) return;
      const { deliveries } = await this.stripe((stripe) => stripe.state());
      if (deliveries.due > 0) await sleep(5);
      else if (deliveries.delivered === this.#delivered) return;
      // Their jobs may have come since.
      else this.#delivered = deliveries.delivered;
    }
  }

  /** The number of calls that a fault has hit so far, over all processes of the stand-in, and of the server's crashes. */
  async countFaults(): Promise<number> {
    const { faults } = await this.stripe((stripe) => stripe.state());
    this.#faults = Object.values(faults).reduce((sum, hits) => sum + hits, 0);
    return this.#faults + this.#faultsBefore + this.#crashes.count;
  }

  async #killWhenHit(before: number, isOver: () => boolean): Promise<void> {
    const { process } = this.#stripe;
    while (!isOver() && (await this.countFaults()) === before) await sleep(10);
    this.#restarting = process.kill().then(() => process.restart());
    await this.#restarting;
    // A new process counts from zero.
    this.#faultsBefore += this.#faults;
    this.#faults = 0;
    this.kills += 1;
    // The journal may not have the rule's hit.
    await process.setFaults({});
  }
}
