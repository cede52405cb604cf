import type { HealthCheck, HealthState } from '#contract/admin/health.ts';
import { readUnsettled, readWaiting, type Unsettled } from '#server/bookkeeping/read-waiting.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { listProblems } from '#server/money/problems/list-problems.ts';
import { readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import { count } from '#server/platform/english-count.ts';
import { verifyMailServer } from '#server/platform/mail/mail.ts';
import { type InvariantCheck, readLastInvariantCheck } from '#server/platform/postgres/invariant-checks.sql.ts';
import { readChatServices } from '#server/webhooks/read-chat-services.ts';
import { type Finding, ok, problem, reasonOf, warning } from './checkup.ts';
import { doesBucketAnswer } from './does-bucket-answer.ts';
import { type DatabaseUse, readDatabaseUse } from './health.sql.ts';
import { examineFactors } from './judge-factors.ts';
import {
  judgeBackup,
  judgeChannels,
  judgeJobs,
  judgeLatency,
  judgeProblems,
  judgeSpace,
  judgeUnsettled,
  judgeWaiting,
} from './judgments.ts';
import { listNodes, type Node } from './list-nodes.ts';
import { readJobs } from './retry-failed-jobs.ts';
import type { RunbookTitle } from './runbook.ts';

export interface Check {
  id: HealthCheck['id'];
  name: string;
  run(): Promise<Judged>;
}

interface Judged {
  state: HealthState;
  message: string;
  /** The section that helps if the state is a warning or a problem. */
  runbook?: RunbookTitle | undefined;
}

const off = (message: string): Judged => ({ state: 'off', message });
const withHelp = (finding: Finding, runbook: RunbookTitle): Judged => ({ ...finding, runbook });

/** Everything that the page judges, in its order. None of them changes anything. */
export function healthChecks(context: MoneyContext): Check[] {
  const { db, files } = context;
  return [
    { id: 'database', name: 'Database', run: () => askDatabase(context) },
    { id: 'jobs', name: 'Jobs', run: async () => judgeWorkers(await readJobs(context)) },
    { id: 'money', name: 'Unsettled money', run: async () => judgeMoney(await readUnsettled(context)) },
    {
      id: 'waiting',
      name: 'Waiting for an admin',
      run: async () =>
        withHelp(judgeWaiting(await readWaiting(context), context.config.waiting.heldMs), 'Money waits for an admin'),
    },
    {
      id: 'books',
      name: 'Books',
      run: async () => judgeLastCheck(await readLastInvariantCheck(db.sql)),
    },
    { id: 'cards', name: 'Card processor', run: () => askProcessors(context) },
    { id: 'refusals', name: 'Processor problems', run: async () => judgeRefusals(await listProblems(context)) },
    { id: 'mail', name: 'Email', run: () => askMailServer(context) },
    {
      id: 'factors',
      name: 'Second factors',
      run: async () =>
        (await examineFactors(context)) ??
        off('Not required, because the sandbox moves no real money. With a real card processor, admins need one.'),
    },
    { id: 'files', name: 'Files', run: () => examineFiles(context) },
    {
      id: 'disk',
      name: 'Disk',
      run: async () => withHelp(judgeSpace(await files.disk()), 'The disk is almost full'),
    },
    { id: 'backup', name: 'Backup', run: () => findBackup(context) },
    { id: 'channels', name: 'Discord and Slack', run: () => findChannels(context) },
    { id: 'redis', name: 'Redis', run: () => askRedis(context) },
    { id: 'nodes', name: 'Nodes', run: async () => judgeNodes(await listNodes(db.sql)) },
  ];
}

async function askDatabase({ db }: MoneyContext): Promise<Judged> {
  const use = await readDatabaseUse(db.sql);
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const start = performance.now();
    await db.sql`select 1`;
    times.push(performance.now() - start);
  }
  return withHelp(judgeDatabase(use, Math.min(...times)), 'Requests are slow');
}

export function judgeDatabase({ version, connections, maxConnections }: DatabaseUse, ms: number): Finding {
  const { state, message } = judgeLatency(ms);
  const used = `${connections} of ${maxConnections} connections are in use`;
  if (connections > maxConnections * 0.9)
    return problem(`${used}, so new ones are soon refused; raise max_connections or lower DATABASE_POOL.`);
  return { state, message: `PostgreSQL ${version}. ${message} ${used}.` };
}

/** Jobs begin within a minute of the start of a worker. */
const firstJobsWithinS = 5 * 60;

export function judgeWorkers(facts: Parameters<typeof judgeJobs>[0]): Judged {
  if (facts?.idleS === null && process.uptime() < firstJobsWithinS)
    return off('The server has just started. Its first jobs run within a minute.');
  const failedOnly = facts && facts.failed > 0 && facts.overdue === 0;
  return withHelp(judgeJobs(facts), failedOnly ? 'A job failed' : 'Jobs are late');
}

const sections: Record<keyof Unsettled['ages'], RunbookTitle> = {
  charge: 'A charge stays unsettled',
  refund: 'A refund stays unsettled',
  payout: 'A payout stays unsent',
  webhook: 'Webhooks are late',
  deadline: 'A deadline waits for the card processor',
};

export function judgeMoney({ ages }: Pick<Unsettled, 'ages'>): Judged {
  const oldest = (Object.entries(ages) as [keyof Unsettled['ages'], number | null][]).sort(
    ([, a], [, b]) => (b ?? 0) - (a ?? 0),
  )[0];
  return withHelp(judgeUnsettled(ages), sections[oldest?.[0] ?? 'charge']);
}

/** docs/operations.md asks for a check every day. */
const checkedWithinHours = 36;

export function judgeLastCheck(last: Omit<InvariantCheck, 'checkedAt'> | undefined): Judged {
  if (!last) return warning('Not checked yet. Check the books now, and then every day.');
  const { ageHours, invariants, broken } = last;
  const age = ageHours < 1 ? 'less than an hour' : count(Math.round(ageHours), 'hour');
  if (broken.length > 0)
    return withHelp(
      problem(`${broken.length} of ${invariants} invariants did not hold ${age} ago: ${broken.join(', ')}.`),
      'An invariant does not hold',
    );
  if (ageHours > checkedWithinHours) return warning(`All ${invariants} invariants held, but that was ${age} ago.`);
  return ok(`All ${invariants} invariants held ${age} ago.`);
}

/** Where this node keeps uploads, deliveries and pictures. */
export async function examineFiles({ config, files }: Pick<MoneyContext, 'config' | 'files'>): Promise<Judged> {
  const { s3, dataDir } = config;
  if (!s3) return ok(`Files are on the disk, in ${dataDir}/files.`);
  const place = `The bucket ${s3.bucket} at ${s3.endpoint}`;
  if (await doesBucketAnswer(files)) return ok(`${place} answers. All files are in it.`);
  return withHelp(
    problem(`${place} does not answer, so uploads and files are refused for now.`),
    'The bucket does not answer',
  );
}

async function findBackup({ db, config }: MoneyContext): Promise<Judged> {
  const newest = await readNewestBackup(db.sql);
  if (!newest && config.onThisMachine)
    return off('No backup was made yet. Set up the nightly timer before you go live.');
  return withHelp(judgeBackup(newest), 'The backup is old');
}

const namesOf = (processors: MoneyContext['processors']) => processors.all.map(({ name }) => name).join(' and ');

async function askProcessors(context: MoneyContext): Promise<Judged> {
  const { processors } = context;
  const names = namesOf(processors);
  try {
    for (const processor of processors.all) await processor.readAccount?.();
  } catch (error) {
    return withHelp(problem(`${names} does not answer (${reasonOf(error)}).`), 'The card processor does not answer');
  }
  const modes = judgeCardModes(context);
  return modes.state === 'ok' ? ok(`${names} answers.`) : modes;
}

/** Whether cards are charged with real money. Asks no processor. */
export function judgeCardModes({ processors }: Pick<MoneyContext, 'processors'>): Judged {
  if (processors.all.every(({ name }) => name === 'sandbox'))
    return off(
      'The built-in sandbox takes payments, and no real money moves. Set STRIPE_SECRET_KEY to take real cards.',
    );
  if (processors.all.some(({ testMode }) => testMode))
    return off(`${namesOf(processors)} runs in test mode: no real money moves.`);
  return ok(`${namesOf(processors)} takes real cards.`);
}

const judgeRefusals = (problems: Parameters<typeof judgeProblems>[0]): Judged =>
  withHelp(judgeProblems(problems), 'The card processor refuses something');

/** Whether a mail server is set up. Does not ask it. */
export function judgeMailSetting({ config }: Pick<MoneyContext, 'config'>): Judged {
  if (config.smtpUrl) return ok('A mail server is set up.');
  const message = 'Without SMTP_URL, emails are files in DATA_DIR/outbox, and no one receives them.';
  return config.onThisMachine ? off(message) : problem(message);
}

async function askMailServer(context: MoneyContext): Promise<Judged> {
  const { smtpUrl } = context.config;
  if (!smtpUrl) return judgeMailSetting(context);
  try {
    await verifyMailServer(smtpUrl);
    return ok('The mail server accepts our sign-in.');
  } catch (error) {
    return withHelp(problem(`The mail server refuses us (${reasonOf(error)}).`), 'The mail server does not answer');
  }
}

async function findChannels(context: MoneyContext): Promise<Judged> {
  const services = await readChatServices(context);
  if (services.services.length === 0) return off('No webhook sends messages to a channel of Discord or Slack.');
  return withHelp(judgeChannels(services), 'A chat service refuses messages');
}

async function askRedis({ redis }: MoneyContext): Promise<Judged> {
  if (!redis) return off('Not set up. PostgreSQL carries live updates between nodes.');
  try {
    await redis.ping();
    return ok('Redis answers.');
  } catch (error) {
    return withHelp(problem(`Redis does not answer (${reasonOf(error)}).`), 'Redis does not answer');
  }
}

export function judgeNodes(nodes: readonly Pick<Node, 'host' | 'version' | 'processes'>[]): Judged {
  const versions = [...new Set(nodes.map(({ version }) => version))];
  if (versions.length > 1)
    return withHelp(
      warning(`The nodes run different versions (${versions.join(', ')}); finish the update.`),
      'Nodes run different versions',
    );
  if (nodes.length === 0) return off('The database does not name its clients.');
  const processes = nodes.reduce((sum, node) => sum + node.processes, 0);
  const hosts = new Set(nodes.map(({ host }) => host)).size;
  return ok(`${count(processes, 'process', 'processes')} on ${count(hosts, 'host')}, version ${versions[0]}.`);
}
