import { seededRandom } from '#testing/seeded-random.ts';
import { type ChaosFault, chaosFaults, planRun } from './faults.ts';
import { Run } from './run.ts';
import { bankScenarios } from './scenarios/banks.ts';
import { cardScenarios } from './scenarios/cards.ts';
import { endings } from './scenarios/endings.ts';
import { markBooks } from './stripe-books.ts';
import { verifyRun } from './verify-run.ts';
import { StripeWorld } from './world.ts';

export const scenarios = [...endings, ...cardScenarios, ...bankScenarios];
/** A new world from time to time, because the reconciler lists all movements of the last three days. */
const runsPerWorld = 30;

/** Consecutive seeds play every scenario, and as many rounds of them as there are faults play each one under every fault. */
export function choose(seed: number) {
  const index = seed % scenarios.length;
  const round = Math.floor(seed / scenarios.length);
  const scenario = scenarios[index];
  const fault = chaosFaults[(index + round) % chaosFaults.length];
  if (!scenario || !fault) throw new Error('there is nothing to play');
  return { scenario, fault };
}

export interface StormReport {
  runs: number;
  /** Runs in which the fault took effect, by fault. */
  hit: Partial<Record<ChaosFault, number>>;
  /** Calls to Stripe that a fault hit. */
  faultyCalls: number;
  /** How often the stand-in was killed and started again. */
  kills: number;
  /** The longest product time from a fault or an action until its effect, in seconds. */
  longestSeconds: number;
  /** Runs by this time, rounded up to half minutes. */
  settled: Record<string, number>;
  violations: string[];
}

/** Plays the seeds from `seed` on in some worlds at a time. */
export async function storm(options: {
  seed: number;
  runs: number;
  worlds: number;
  log?: (line: string) => void;
}): Promise<StormReport> {
  const { seed, runs, worlds, log = () => undefined } = options;
  const report: StormReport = {
    runs: 0,
    hit: {},
    faultyCalls: 0,
    kills: 0,
    longestSeconds: 0,
    settled: {},
    violations: [],
  };
  let next = seed;
  const playSome = async () => {
    while (next < seed + runs) {
      const world = await StripeWorld.open();
      let sound = true;
      for (let count = 0; sound && count < runsPerWorld && next < seed + runs; count += 1) {
        const one = next;
        next += 1;
        sound = await playOne(world, one, report, log);
      }
      report.kills += world.kills;
      await world.close().catch((error: unknown) => {
        if (sound) report.violations.push(`at the end of a world: ${String(error)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: worlds }, playSome));
  return report;
}

/** Plays one seed. False after a violation: the world may be unsound for later runs. */
async function playOne(
  world: StripeWorld,
  seed: number,
  report: StormReport,
  log: (line: string) => void,
): Promise<boolean> {
  const begin = performance.now();
  const { scenario, fault } = choose(seed);
  const plan = planRun(fault, scenario.calls, seed, seededRandom(seed));
  const [marks, faults] = await Promise.all([markBooks(world), world.countFaults()]);
  const run = new Run(world, plan, { seed, marks, faults });
  const wrong: string[] = [];
  try {
    const started = await world.begin(plan);
    await scenario.play(run);
    await started.over();
    await world.heal();
    wrong.push(...(await verifyRun(run)));
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    await world.heal();
  }
  const hits = (await world.countFaults()) - faults;
  count(report, run, fault, hits);
  const text = `seed ${seed}: ${scenario.name}, ${plan.text}`;
  log(
    `${text}: ${hits} faulty calls, ${run.longestSeconds} s of product time, ${Math.round(performance.now() - begin)} ms`,
  );
  for (const one of wrong)
    report.violations.push(`${text}: ${one}\n  again: npm run chaos -- stripe --runs 1 --seed ${seed}`);
  for (const one of wrong) log(`  ${one}`);
  return wrong.length === 0;
}

function count(report: StormReport, run: Run, fault: ChaosFault, hits: number): void {
  report.runs += 1;
  report.faultyCalls += hits;
  if (hits > 0 || fault.startsWith('webhooks')) report.hit[fault] = (report.hit[fault] ?? 0) + 1;
  report.longestSeconds = Math.max(report.longestSeconds, run.longestSeconds);
  const within = `${Math.ceil(run.longestSeconds / 30) * 30} s`;
  report.settled[within] = (report.settled[within] ?? 0) + 1;
}
