import type { Config } from '#server/platform/config/config.ts';
import { createLogger, type Logger } from './log.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Opens log and traces. The OpenTelemetry packages are loaded only with a collector. */
export async function openLog(
  { logLevel, traces }: Pick<Config, 'logLevel' | 'traces'>,
  destination?: { write(line: string): void },
): Promise<{ log: Logger; tracing: Tracing }> {
  const log = createLogger(logLevel, destination);
  if (!traces) return { log, tracing: noTracing };
  const { openTelemetry } = await import('./open-telemetry.ts');
  const tracing = openTelemetry(traces, log);
  return { log: createLogger(logLevel, destination, tracing.logFields), tracing };
}
