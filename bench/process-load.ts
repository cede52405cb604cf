export interface ProcessLoad {
  /** Seconds of processor time since the start. */
  cpu: number;
  /** Bytes that the process holds. */
  memory: number;
}

/** What a measured process says of itself; with `collect` it throws away first what it does not need. */
export function loadOf(self: NodeJS.Process, collect = false): ProcessLoad {
  if (collect) (globalThis as { gc?: () => void }).gc?.();
  const { user, system } = self.cpuUsage();
  return { cpu: (user + system) / 1e6, memory: self.memoryUsage.rss() };
}
