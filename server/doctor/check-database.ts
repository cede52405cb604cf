import { type Area, type Finding, ok, problem, warning } from '#server/health/checkup.ts';
import { judgeLatency } from '#server/health/judgments.ts';
import type { Platform } from '#server/platform/platform.ts';
import { compareMigrations } from '#server/platform/postgres/migrate.ts';
import { type DatabaseFacts, ping, readDatabaseFacts } from './doctor.sql.ts';

const oldestVersion = 15;
const skewWarningMs = 2000;
/** Half of the five minutes in which a signed webhook is accepted. */
const skewProblemMs = 150_000;
/** PostgreSQL keeps a few connections for itself, and jobs and live updates need some beside the pool. */
const otherConnections = 15;

/** The PostgreSQL server, its clock, and the state of our migrations in it. */
export function databaseChecks({ db, config }: Pick<Platform, 'db' | 'config'>): Area {
  let read: Promise<{ facts: DatabaseFacts; skewMs: number }> | undefined;
  const facts = () => {
    read ??= readFacts(db.sql);
    return read;
  };
  return {
    area: 'Database',
    checks: [
      { name: 'Version', run: async () => judgeVersion((await facts()).facts.version) },
      { name: 'Migrations', run: async () => judgeMigrations(await compareMigrations(db)) },
      { name: 'Latency', run: async () => judgeLatency(await medianPing(db.sql)) },
      { name: 'Clock', run: async () => judgeSkew((await facts()).skewMs) },
      { name: 'Durability', run: async () => judgeDurability((await facts()).facts.losing) },
      {
        name: 'Privileges',
        run: async () => (config.databaseUrl ? judgePrivileges((await facts()).facts) : undefined),
      },
      {
        name: 'Connections',
        run: async () => judgeConnections((await facts()).facts.maxConnections, config.databasePool),
      },
      {
        name: 'Pooler',
        run: async () => {
          const { unset } = (await facts()).facts;
          const hasDirectUrl = config.databaseDirectUrl !== undefined;
          return hasDirectUrl || unset.length > 0 ? judgePooler(unset, hasDirectUrl) : undefined;
        },
      },
    ],
  };
}

type Sql = Platform['db']['sql'];

async function readFacts(sql: Sql): Promise<{ facts: DatabaseFacts; skewMs: number }> {
  // The first query of a connection also opens it, which would count as skew.
  await ping(sql);
  const before = Date.now();
  const facts = await readDatabaseFacts(sql);
  const middle = (before + Date.now()) / 2;
  return { facts, skewMs: facts.now.getTime() - middle };
}

async function medianPing(sql: Sql): Promise<number> {
  await ping(sql);
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const start = performance.now();
    await ping(sql);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
}

export function judgeVersion(version: number): Finding {
  const major = Math.floor(version / 10_000);
  if (major >= oldestVersion) return ok(`PostgreSQL ${major}.`);
  return problem(`PostgreSQL ${major} is too old; upgrade to ${oldestVersion} or later.`);
}

export function judgeMigrations({ missing, unknown }: { missing: string[]; unknown: string[] }): Finding {
  if (unknown.length > 0)
    return problem(`The database is newer than this version (${unknown.at(-1)}); install the version that created it.`);
  if (missing.length > 0)
    return problem(
      `${missing.length} migrations or SQL routines are missing; run \`npm run cli -- migrate\` or start the server.`,
    );
  return ok('Every migration and SQL routine is applied.');
}

/** `skewMs` is positive when the database's clock is ahead. */
export function judgeSkew(skewMs: number): Finding {
  const seconds = Math.abs(skewMs / 1000).toFixed(1);
  if (Math.abs(skewMs) > skewProblemMs)
    return problem(
      `The clocks of server and database differ by ${seconds} seconds; turn on time synchronization (NTP).`,
    );
  if (Math.abs(skewMs) > skewWarningMs)
    return warning(`The clocks of server and database differ by ${seconds} seconds; check time synchronization (NTP).`);
  return ok('The clocks of server and database agree.');
}

export function judgeDurability(losing: readonly string[]): Finding {
  if (losing.length === 0) return ok('A committed payment survives a crash.');
  return problem(`Turn on ${losing.join(', ')} in PostgreSQL; otherwise a crash can lose committed payments.`);
}

export function judgePrivileges({ mayCreate, isSuperuser }: Pick<DatabaseFacts, 'mayCreate' | 'isSuperuser'>): Finding {
  if (!mayCreate)
    return problem('Make the role of DATABASE_URL the owner of its database, so that migrations can run.');
  if (isSuperuser) return warning('The role of DATABASE_URL is a superuser; use one that only owns this database.');
  return ok('The role of DATABASE_URL has the privileges that migrations need, and no more.');
}

/** `unset`: the settings that a pooler did not pass on. */
export function judgePooler(unset: readonly string[], hasDirectUrl: boolean): Finding {
  if (unset.length > 0 && !hasDirectUrl)
    return problem('DATABASE_URL leads to a pooler; set DATABASE_DIRECT_URL to the address of PostgreSQL itself.');
  if (unset.length > 0)
    return problem(
      `Connections through the pooler lack ${unset.join(', ')}; set them for the role (docs/operations.md, "Behind a pooler"), then let the pooler reconnect.`,
    );
  return ok('Connections through the pooler have the settings that the server needs.');
}

export function judgeConnections(max: number, pool: number): Finding {
  if (max >= pool + otherConnections)
    return ok(`PostgreSQL allows ${max} connections; each process needs about ${pool + 6}.`);
  return warning(`PostgreSQL allows only ${max} connections; raise max_connections or lower DATABASE_POOL (${pool}).`);
}
