import { existsSync, readdirSync } from 'node:fs';

export interface ProcessLoad {
  /** Seconds of processor time since the start. */
  cpu: number;
  /** Resident memory in bytes. */
  memory: number;
  /** Open files and connections; 0 where the system has no /proc. */
  openFiles: number;
}

/** The load of the measured process; with `collect` it collects garbage first. */
export function loadOf(self: NodeJS.Process, collect = false): ProcessLoad {
  if (collect) (globalThis as { gc?: () => void }).gc?.();
  const { user, system } = self.cpuUsage();
  const openFiles = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
  return { cpu: (user + system) / 1e6, memory: self.memoryUsage.rss(), openFiles };
}
