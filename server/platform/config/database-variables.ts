/**
 * Removes the variables that the drivers and programs of PostgreSQL read, such as PGOPTIONS and PGSSLMODE: they are meant for another
 * server than the embedded one. Web processes inherit the environment without them.
 */
export function forgetDatabaseVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name];
}
