import { auditInvariants } from '#server/audit/check-audit.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { adminToken, fillAdmin } from './admin-fill.ts';
import { median, quantile, waitForQuiet } from './load.ts';
import { type Figures, ms, perSecond } from './report.ts';
import type { Stage } from './stage.ts';
import { openWire, type Wire } from './wire.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const rows = Number(process.env.BENCH_MANY ?? 1_000_000);
/** BENCH_LISTS, a regular expression, measures only the rows whose name matches. */
const only = new RegExp(process.env.BENCH_LISTS ?? '');
const reads = 60;
const withinMs = 100;

interface Question {
  name: string;
  /** Paths to alternate with, so that no answer is requested twice in a row. */
  paths: string[];
}

const listed = (list: string, name: string, ...queries: string[]): Question => ({
  name: `${list}, ${name}`,
  paths: queries.map((query) => `/api/admin/${list}?${query}`),
});

/** A page that is not a list. */
const screen = (path: string, name: string): Question => ({ name, paths: [`/api/admin/${path}`] });

/** The questions that every list by time of creation has. `waiting` is the status of its open entries. */
const queue = (list: string, waiting: string, searches: string[]): Question[] => [
  listed(list, 'newest', 'page=1', 'page=2', 'sort=oldest'),
  listed(list, 'page 500', 'page=500', 'page=499'),
  ...(waiting
    ? [listed(list, waiting, `status=${waiting}`, `status=${waiting}&sort=oldest`, `status=${waiting}&page=5`)]
    : []),
  listed(list, 'search', ...searches.map((text) => `search=${text}`)),
  listed(list, 'search, two letters', 'search=pe', 'search=ab', 'search=zq'),
  listed(list, 'search, nothing', 'search=zzyzx', 'search=qqqqqq'),
];

const days = (n: number) => encodeURIComponent(new Date(Date.now() - n * 86_400_000).toISOString());

export const questions: Question[] = [
  listed('users', 'newest', 'page=1', 'page=2', 'page=3'),
  listed('users', 'page 500', 'page=500', 'page=499'),
  listed('users', 'by name', 'sort=name', 'sort=name_desc'),
  listed('users', 'role admin', 'role=admin', 'role=admin&sort=name'),
  listed('users', 'role creator', 'role=creator', 'role=creator&page=9', 'role=creator&sort=name'),
  listed('users', 'suspended', 'status=suspended', 'status=suspended&sort=oldest'),
  listed('users', 'verified', 'verified=true', 'verified=true&sort=name'),
  listed(
    'users',
    'email not confirmed',
    'emailVerified=false',
    'emailVerified=false&page=5',
    'emailVerified=false&sort=name',
  ),
  listed('users', 'new', 'new=true', 'new=true&verified=true'),
  listed('users', 'money held', 'held=true', 'held=true&page=4', 'held=true&sort=oldest'),
  listed(
    'users',
    'three filters',
    'role=creator&verified=true&emailVerified=false',
    'role=user&verified=true&held=true',
  ),
  listed('users', 'search, a name', 'search=person777777', 'search=person4242', 'search=c4ca42', 'search=person99999'),
  listed('users', 'search, a common part', 'search=person1', 'search=person', 'search=mail4', 'search=example'),
  listed(
    'users',
    'search, an email',
    'search=c81e728d9d4c2f63%40mail2.example',
    'search=a87ff679a2f3e71d9181a67b7542122c%40',
  ),
  listed('users', 'search, two letters', 'search=pe', 'search=ab', 'search=f0'),
  listed('users', 'search with a filter', 'search=person1&role=creator', 'search=mail4&status=suspended'),
  listed('users', 'search, nothing', 'search=zzyzx', 'search=100%25', 'search=qqqqqq'),
  listed('audit', 'newest', 'page=1', 'page=2', 'sort=oldest'),
  listed('audit', 'page 40,000', 'page=40000', 'page=39999'),
  listed('audit', 'refused', 'status=refused', 'status=refused&page=5'),
  listed('audit', 'one action', 'action=user.suspended', 'action=report.upheld&page=20'),
  listed('audit', 'one kind', 'targetKind=pool', 'targetKind=user&sort=oldest'),
  listed('audit', 'one day', `from=${days(3)}&to=${days(2)}`, `from=${days(300)}&to=${days(299)}`),
  listed(
    'audit',
    'one action in a month',
    `action=pool.freeze&from=${days(60)}&to=${days(30)}`,
    `action=user.verified&from=${days(90)}&to=${days(60)}`,
  ),
  listed('audit', 'search, a rare word', 'search=c4ca4238a0b9', 'search=eccbc87e4b5c', 'search=a87ff679a2f3'),
  listed('audit', 'search, a common word', 'search=spam', 'search=stolen', 'search=case'),
  listed('audit', 'search, a person', 'search=person3', 'search=person54321'),
  listed('audit', 'search, an action', 'search=suspended', 'search=froze'),
  listed('audit', 'search with filters', 'search=spam&status=refused', `search=angry&from=${days(20)}`),
  listed('audit', 'search, nothing', 'search=zzyzx', 'search=qqqqqq'),
  ...queue('pools', 'in_review', ['guitar', 'rooftop', 'person777777']),
  listed('pools', 'frozen', 'status=frozen', 'status=frozen&sort=title'),
  listed('pools', 'by title', 'sort=title', 'sort=-title', 'sort=title&page=50'),
  listed('pools', 'by deadline', 'sort=deadline', 'sort=-deadline', 'sort=deadline&page=50'),
  listed('pools', 'by status', 'sort=status', 'sort=-status', 'sort=status&page=50'),
  listed('pools', 'by money', 'sort=pledged', 'sort=-pledged', 'sort=-pledged&page=50'),
  listed('pools', 'in production, by money', 'status=in_production&sort=pledged', 'status=in_production&sort=-pledged'),
  listed('pools', 'search, by title', 'search=guitar&sort=title', 'search=person1&sort=title'),
  listed('pools', 'search, by money', 'search=guitar&sort=-pledged', 'search=person4242&sort=-pledged'),
  ...queue('reports', 'open', ['spam', 'c4ca4238a0b9', 'person4242']),
  listed('reports', 'appeals', 'kind=appeal', 'kind=appeal&status=open', 'kind=appeal&page=5'),
  listed('reports', 'objections', 'kind=objection', 'kind=objection&status=open', 'kind=objection&page=5'),
  ...queue('claims', 'pending', ['guitar', 'person4242', 'person1']),
  ...queue('verifications', 'pending', ['name4242', 'c4ca4238a0b9', 'person4242']),
  ...queue('content-claims', 'pending', ['guitar', 'person4242', 'person1']),
  ...queue('takedowns', 'open', ['spam', 'c4ca4238a0b9', 'person4242', 'TD-ab']),
  listed('takedowns', 'countered', 'status=countered', 'status=countered&sort=oldest'),
  ...queue('performer-records', '', ['guitar', 'person4242', 'person1']),
  screen('money', 'money'),
  listed('money/movements', 'urgent', 'status=open', 'status=open&page=5', 'status=failed'),
  listed('money/movements', 'newest', 'page=1', 'sort=oldest', 'page=50'),
  listed('money/movements', 'charges', 'kind=charge', 'kind=charge&status=unknown', 'kind=charge&status=failed'),
  listed('money/movements', 'by amount', 'sort=amount', 'sort=-amount', 'kind=refund&sort=-amount'),
  listed('money/movements', 'search', 'search=guitar', 'search=person4242', 'search=person1'),
  listed('money/held', 'by money', 'sort=-held', 'sort=held', 'sort=-held&page=50'),
  listed('money/held', 'by title', 'sort=title', 'sort=-title'),
  listed('money/held', 'by deadline', 'sort=deadline', 'sort=-deadline'),
  listed('money/held', 'in production', 'status=in_production', 'status=in_production&sort=title'),
  listed('money/held', 'search', 'search=guitar', 'search=person4242'),
  screen('money/days', 'money, the chart'),
  screen('counts', 'counters'),
  screen('storage', 'storage'),
  screen('repeat-infringers', 'repeat infringers'),
];

/** The latency of each read in ms; sequential reads. */
async function time(wire: Wire, paths: string[]): Promise<number[]> {
  const latencies: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const path = paths[read % paths.length] ?? '';
    const begin = performance.now();
    const { status, body } = await wire.send({ method: 'GET', path, cookie: `sid=${adminToken}` });
    latencies.push(performance.now() - begin);
    if (status !== 200) throw new Error(`${path} answers ${status}: ${body}`);
  }
  return latencies;
}

async function rowOf({ name, paths }: Question, wire: Wire): Promise<string[]> {
  await time(wire, paths);
  const [p50s, p95s]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await waitForQuiet();
    const latencies = await time(wire, paths);
    p50s.push(median(latencies));
    p95s.push(quantile(latencies, 0.95));
  }
  const p95 = median(p95s);
  const row = [name, ms(median(p50s)), p95 < withinMs ? `**${ms(p95)}**` : ms(p95)];
  console.error(row.join(' | '));
  return row;
}

/** Measures the admin lists with a million people and audit rows, and the check of the whole audit chain. */
export async function measureAdmin(stage: Stage): Promise<Figures> {
  const database = await stage.createDatabase('admin');
  const begin = performance.now();
  await fillAdmin(database, rows);
  console.error(`${perSecond(rows)} people and audit rows in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  const { url } = await stage.startProduct(database);
  const wire = await openWire(url);
  const table: string[][] = [];
  for (const question of questions.filter(({ name }) => only.test(name))) table.push(await rowOf(question, wire));
  wire.close();
  const context = await stage.openOperations(database);
  const checkBegin = performance.now();
  const findings = await checkInvariants(context.db.sql, auditInvariants);
  const checkS = ((performance.now() - checkBegin) / 1000).toFixed(1);
  if (findings.some(({ rows: faults }) => faults.length > 0)) throw new Error(JSON.stringify(findings));
  return {
    rows: [['GET /api/admin/…', 'p50', 'p95'], ...table],
    notes: [
      `Target: p95 below ${withinMs} ms (bold) with ${perSecond(rows)} people and as many audit rows.`,
      `\`cli check\` recomputes the chain of ${perSecond(rows)} audit rows in ${checkS} s.`,
      `One connection, one read at a time, through HTTP; medians of ${rounds} rounds of ${reads} reads.`,
    ],
  };
}
