export interface ProcessLoad {
  /** Seconds of processor time since the start. */
  cpu: number;
  /** Resident memory in bytes. */
  memory: number;
}

/** The load of the measured process; with `collect` it collects garbage first. */
export function loadOf(self: NodeJS.Process, collect = false): ProcessLoad {
  if (collect) (globalThis as { gc?: () => void }).gc?.();
  const { user, system } = self.cpuUsage();
  return { cpu: (user + system) / 1e6, memory: self.memoryUsage.rss() };
}
