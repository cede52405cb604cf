import { readUnsettled } from '#server/bookkeeping/read-waiting.ts';
import { type Area, type Finding, ok, problem, warning } from '#server/health/checkup.ts';
import { judgeProblems, judgeUnsettled } from '#server/health/judgments.ts';
import type { CardProcessor } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { listProblems } from '#server/money/problems/list-problems.ts';
import { compareAccounts } from '#server/money/processors/refuse-other-account.ts';
import type { Module } from '#server/platform/module.ts';
import { checkInvariants, type Finding as InvariantFinding } from '#server/platform/postgres/invariants.ts';
import { countSandboxLeftovers } from './doctor.sql.ts';

/** The card processor, its self-test, and the state of the books. */
export function cardChecks(context: MoneyContext, modules: readonly Module[]): Area {
  const { db, processors, config } = context;
  const invariants = modules.flatMap((module) => module.invariants ?? []);
  return {
    area: 'Money',
    checks: [
      ...processors.all.flatMap((processor) => [
        { name: 'Card processor', run: () => judgeProcessor(processor) },
        { name: 'Account', run: () => checkAccount(db, processor) },
        { name: 'Self-test', run: () => selfTest(processor) },
      ]),
      { name: 'Refusals', run: async () => judgeProblems(await openRefusals(context)) },
      {
        name: 'Adult pools',
        run: () => (config.adultContent ? judgeAdult(processors.forContent({ adult: true })) : undefined),
      },
      {
        name: 'Test cards',
        run: async () => (processors.find('sandbox') ? undefined : judgeLeftovers(await countSandboxLeftovers(db.sql))),
      },
      { name: 'Unsettled movements', run: async () => judgeUnsettled((await readUnsettled({ db })).ages) },
      { name: 'Invariants', run: async () => judgeInvariants(await checkInvariants(db.sql, invariants)) },
    ],
  };
}

export function judgeProcessor({ name, testMode }: Pick<CardProcessor, 'name' | 'testMode'>): Finding {
  if (name === 'sandbox')
    return problem('The built-in sandbox moves no real money; set STRIPE_SECRET_KEY and remove ALLOW_SANDBOX_CARDS.');
  if (testMode) return problem(`${name} runs with a test key and moves no real money; set the live key.`);
  return ok(`${name} runs with a live key.`);
}

/** Undefined for a processor whose keys have no account. */
async function checkAccount(db: MoneyContext['db'], processor: CardProcessor): Promise<Finding | undefined> {
  const { bound, configured } = await compareAccounts({ db }, processor);
  return configured === undefined ? undefined : judgeAccount(processor, { bound, configured });
}

export function judgeAccount(
  { name }: Pick<CardProcessor, 'name'>,
  { bound, configured }: { bound?: string | undefined; configured: string },
): Finding {
  if (bound === undefined) return ok(`The key belongs to the ${name} account ${configured}; the first start binds it.`);
  if (bound === configured) return ok(`The key belongs to ${bound}, the ${name} account of this database.`);
  return problem(
    `The key belongs to the ${name} account ${configured}, but this database is bound to ${bound}; set a key of ${bound}.`,
  );
}

export function judgeAdult(processor: Pick<CardProcessor, 'name'> | undefined): Finding {
  if (processor) return ok(`${processor.name} takes the payments of adult pools.`);
  return warning(
    'No card processor takes payments for adult content; set ADULT_CONTENT=off or name one in ADULT_CARDS.',
  );
}

async function selfTest(cards: CardProcessor) {
  const results = await cards.selfTest?.();
  return results?.map(({ name, ok: passed, message }) => ({ name, ...(passed ? ok(message) : problem(message)) }));
}

/** Without those of earlier self-tests, because the doctor runs the self-test itself. */
const openRefusals = async (context: MoneyContext) =>
  (await listProblems(context)).filter(({ action }) => action !== 'self_test');

export function judgeLeftovers(count: number): Finding {
  if (count === 0) return ok('No pledge or payment uses a test card.');
  return problem(`${count} pledges or payments use test cards; start with an empty database.`);
}

export function judgeInvariants(findings: readonly InvariantFinding[]): Finding {
  const broken = findings.filter(({ rows }) => rows.length > 0);
  if (broken.length === 0) return ok(`All ${findings.length} invariants hold.`);
  return problem(`${broken.length} invariants do not hold; run \`npm run cli -- check\` before anything else.`);
}
