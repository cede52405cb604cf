import { readdirSync, readFileSync } from 'node:fs';
import type { Sql } from '#server/platform/postgres/db.ts';

const ticksPerSecond = 100;

interface Stat {
  parent: number;
  own: number;
  ended: number;
}

/** The parent of a Linux process, its processor time in seconds, and that of its children that have ended. */
function statOf(pid: number | string): Stat {
  // The name of the program is in parentheses and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return {
    parent: Number(fields[1]),
    own: (user + system) / ticksPerSecond,
    ended: (endedUser + endedSystem) / ticksPerSecond,
  };
}

/** The processor time in seconds of a process and its children, running and ended. */
export function cpuOfTree(pid: number): number {
  let seconds = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const { parent, own, ended } = statOf(name);
      if (Number(name) === pid) seconds += own + ended;
      else if (parent === pid) seconds += own;
    } catch {
      // The process has ended.
    }
  }
  return seconds;
}

/** The process that started all others of this PostgreSQL. */
export async function findPostmaster(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return statOf(row?.pid ?? 0).parent;
}
