import { integer, optional, setting, text, url, type ValuesOf } from './fields.ts';

/** PostgreSQL and Redis. */
export const databaseSettings = {
  DATABASE_URL: optional(
    url(['postgres:', 'postgresql:']),
    'The URL of an existing PostgreSQL server. Unset: PostgreSQL runs inside DATA_DIR.',
    true,
  ),
  DATABASE_DIRECT_URL: optional(
    url(['postgres:', 'postgresql:']),
    'The URL of the same database without its pooler. Set it when DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer: migrations, notifications, backups and locks then use this one.',
    true,
  ),
  RUNTIME_DIRECTORY: optional(
    text(1, 400),
    'The folder for the socket of the embedded database, which systemd sets with RuntimeDirectory=. Unset: the folder for temporary files, which commands outside of a unit with PrivateTmp= do not see.',
  ),
  REDIS_URL: optional(
    url(['redis:', 'rediss:']),
    'Redis, which relays broadcasts between nodes and counts rate limits for all of them. Unset: PostgreSQL relays them, and each node counts on its own.',
    true,
  ),
  DATABASE_POOL: setting('10', integer(2, 200), 'The number of database connections of this process.'),
};

type Values = ValuesOf<typeof databaseSettings>;

export function databaseProblems(values: Partial<Values> & { ROLE?: string }): string[] {
  if (values.DATABASE_URL) return [];
  if (values.DATABASE_DIRECT_URL) return ['DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler'];
  if (!values.ROLE || values.ROLE === 'all') return [];
  return [`ROLE=${values.ROLE} needs DATABASE_URL: the embedded database serves one process`];
}

export function databaseOf(values: Values) {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    // systemd separates several folders by colons.
    runtimeDir: values.RUNTIME_DIRECTORY?.split(':', 1)[0],
    redisUrl: values.REDIS_URL,
    databasePool: values.DATABASE_POOL,
  };
}

/**
 * Removes the variables that the drivers and programs of PostgreSQL read, such as PGOPTIONS and PGSSLMODE: they are meant for another
 * server than the embedded one. Web processes inherit the environment without them.
 */
export function forgetDatabaseVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name];
}
