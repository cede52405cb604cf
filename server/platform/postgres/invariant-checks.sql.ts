import type { Connection } from './db.ts';
import type { Finding } from './invariants.ts';

export interface InvariantCheck {
  checkedAt: Date;
  ageHours: number;
  invariants: number;
  /** The names of the invariants that did not hold. */
  broken: string[];
}

/** Stores the result of a run of all invariants. */
export async function recordInvariantCheck(sql: Connection, findings: readonly Finding[]): Promise<void> {
  const broken = findings.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  await sql`insert into invariant_checks (invariants, broken) values (${findings.length}, ${broken}) on conflict do nothing`;
}

export async function readLastInvariantCheck(sql: Connection): Promise<InvariantCheck | undefined> {
  const [row] = await sql<InvariantCheck[]>`
    select checked_at, (extract(epoch from clock_timestamp() - checked_at) / 3600)::float8 as age_hours, invariants, broken
    from invariant_checks order by checked_at desc limit 1`;
  return row;
}
