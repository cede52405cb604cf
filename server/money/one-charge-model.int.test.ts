import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import { fc } from '#testing/fast-check.ts';
import { gatedDatabase, interleave, modelRuns, type Task } from '#testing/model/interleave.ts';
import { ModelProcessor } from '#testing/model/model-processor.ts';
import { type MoneyApp, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { ProcessorFault } from './card-processor.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { closeSubject } from './close-subject.ts';
import type { MoneyContext } from './money-context.ts';
import { withProcessors } from './processors/processors.ts';
import { reconcile } from './reconcile.ts';
import { settleByReference } from './settle-by-reference.ts';

const amountCents = 1000;
const action = fc.constantFrom(
  'pay',
  'pay',
  'pay_with_card',
  'pay_with_card',
  'fan',
  'webhook',
  'reconcile',
  'end',
  'age',
);
const plan = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  twoNodes: fc.boolean(),
  cardPays: fc.boolean(),
  acts: fc.array(fc.record({ action, crashAtTurn: fc.option(fc.nat(14), { nil: undefined, freq: 2 }) }), {
    minLength: 2,
    maxLength: 6,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;
type Action = Plan['acts'][number]['action'];

let app: MoneyApp;
let nodes: { context: MoneyContext; close(): Promise<void> }[];
let fan: { userId: string; cardId: string };

beforeAll(async () => {
  app = await startMoneyApp();
  nodes = [startMoneyNode(app), startMoneyNode(app)];
  const { sql } = app.context.db;
  const userId = await app.newUser();
  await sql`insert into processor_customers (user_id, processor, customer_ref) values (${userId}, 'model', 'cus')`;
  const [card] = await sql<{ id: string }[]>`
    insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
    values (${userId}, 'model', 'card', 'visa', '4242', 1, 2049) returning id`;
  fan = { userId, cardId: card?.id ?? '' };
  // Stands in for the pledges module, which locks and ends subjects in the product.
  await sql`create table model_subjects (subject text primary key, ended boolean not null default false)`;
  for (const { context } of nodes) {
    context.hooks.handle('payment.lock_subject', async (tx, subject) => {
      await tx`select 1 from model_subjects where subject = ${subject} for update`;
    });
    context.hooks.handle('payment.assert_wanted', async (tx, { subject }) => {
      const ended = await tx`select 1 from model_subjects where subject = ${subject} and ended`;
      if (ended.length > 0) throw appError('nothing_due');
    });
  }
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await app.close();
});

interface Scene {
  subject: string;
  processor: ModelProcessor;
  request: Omit<Parameters<typeof startHostedPayment>[1], 'successPath' | 'cancelPath'>;
  /** Payment page URLs that the fan has. */
  urls: string[];
}

const page = { successPath: '/s', cancelPath: '/c' };

const actions: Record<Action, (context: MoneyContext, scene: Scene, task: Task) => Promise<unknown>> = {
  async pay(context, { request, urls }) {
    const { url } = await startHostedPayment(context, { ...request, ...page });
    urls.push(url);
  },
  async pay_with_card(context, { request, urls }) {
    const { status } = await chargeSavedCard(context, { ...request, cardId: fan.cardId });
    if (status === 'failed') urls.push((await startHostedPayment(context, { ...request, ...page })).url);
  },
  async fan(_context, { processor, urls }, task) {
    for (let n = 0; n < 4; n += 1) {
      await task.turn();
      for (const url of urls) processor.payOn(url);
    }
  },
  async webhook(context, { subject }) {
    const rows = await context.db.sql<{ idempotencyKey: string }[]>`
      select idempotency_key from payments where subject = ${subject}`;
    for (const { idempotencyKey } of rows) await settleByReference(context, 'model', idempotencyKey);
  },
  reconcile: (context) => reconcile(context, { olderThanMs: 0 }),
  /** The payment window ends, or an admin removes the pool: no charge may begin anymore, and a job closes open attempts. */
  async end(context, { subject }) {
    await context.db.tx((tx) => tx`update model_subjects set ended = true where subject = ${subject}`);
    await closeSubject(context, subject);
  },
  async age(context, { subject, processor }) {
    await age(context, subject);
    processor.forgetKeys();
  },
};

/** Makes the payments older than the lifetime of any page (24 hours). */
async function age({ db }: MoneyContext, subject: string): Promise<void> {
  await db.sql`update payments set created_at = created_at - interval '25 hours' where subject = ${subject}`;
}

const unsettledOf = (subject: string) =>
  app.context.db
    .sql`select id, status from payments where subject = ${subject} and status in ('created', 'processing')`;

/** Errors that a caller is meant to see; any other error is a bug. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ProcessorFault) return true;
  return error instanceof AppError && ['nothing_due', 'card_processor_unavailable', 'conflict'].includes(error.code);
}

async function runSchedule({ seed, twoNodes, cardPays, acts }: Plan): Promise<Scene> {
  const subject = `pledge:${randomUUID()}`;
  await app.context.db.sql`insert into model_subjects (subject) values (${subject})`;
  const processor = new ModelProcessor({ random: seededRandom(seed + 1_000_003), cardPays });
  const request = {
    subject,
    userId: fan.userId,
    processor: 'model',
    amountCents,
    heldAccount: `held:${randomUUID()}`,
    description: '',
  } as const;
  const scene: Scene = { subject, processor, request, urls: [] };
  await interleave(
    seed,
    acts.map(({ action: name, crashAtTurn }, index) => ({
      crashAtTurn,
      work: async (task) => {
        const { context } = nodes[twoNodes ? index % 2 : 0] ?? app;
        const gated = { ...context, db: gatedDatabase(context.db, task), ...withProcessors(processor.port(task)) };
        await actions[name](gated, scene, task).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
        });
      },
    })),
  );
  return scene;
}

/** After the schedule: restart without faults. The fan pays on every page and presses "Pay" once more. */
async function settleEverything({ subject, processor, request, urls }: Scene): Promise<void> {
  const { context } = nodes[0] ?? app;
  const calm = { ...context, ...withProcessors(processor.port()) };
  for (const url of urls) processor.payOn(url);
  await age(calm, subject);
  for (let n = 0; n < 3; n += 1) await reconcile(calm, { olderThanMs: 0 });
  // The reconciler needs no help from the fan.
  expect(await unsettledOf(subject)).toEqual([]);
  const again = await startHostedPayment(calm, { ...request, ...page }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'nothing_due') return undefined;
    throw error;
  });
  for (const url of [...urls, ...(again ? [again.url] : [])]) processor.payOn(url);
  await reconcile(calm, { olderThanMs: 0 });
}

test(`charges a pledge at most once in ${modelRuns} schedules of concurrent calls, lost answers and crashes`, {
  timeout: 1_800_000,
}, async () => {
  const { sql } = app.context.db;
  await fc.assert(
    fc.asyncProperty(plan, async (one) => {
      const scene = await runSchedule(one);
      expect(scene.processor.succeeded()).toBeLessThanOrEqual(1);
      await settleEverything(scene);
      const rows = await sql<{ status: string; idempotencyKey: string; declineCode: string | null }[]>`
        select status, idempotency_key, decline_code from payments where subject = ${scene.subject}`;
      const paid = rows.filter(({ status }) => status === 'succeeded').length;
      const [owner] = await sql<
        { ended: boolean }[]
      >`select ended from model_subjects where subject = ${scene.subject}`;
      // A pledge that did not end is paid in the end.
      expect({ charged: scene.processor.succeeded(), paid }).toEqual(
        owner?.ended && paid === 0 ? { charged: 0, paid: 0 } : { charged: 1, paid: 1 },
      );
      expect(rows.filter(({ status }) => ['created', 'processing', 'stray'].includes(status))).toEqual([]);
      if (one.acts.some(({ action: name }) => name === 'age')) return;
      // Only a refused request that arrives late anyway may leave an open charge or page. No fan has its URL, and no node confirms it.
      const refused = rows.filter(({ declineCode }) => declineCode === 'not_accepted');
      const { charges, pages } = scene.processor;
      const left = [...charges.values(), ...pages.values()].filter(
        ({ status }) => status === 'created' || status === 'open',
      );
      expect(refused.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
        expect.arrayContaining(left.map(({ reference }) => reference)),
      );
    }),
    { numRuns: modelRuns },
  );
});
