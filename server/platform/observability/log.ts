import { pino } from 'pino';
import { createSourceStacks } from './source-stack.ts';

export type Logger = import('pino').Logger;

/** Redacted in every object. */
const secretPaths = ['password', 'token', 'secret', 'authorization', 'cookie', 'cardNumber', 'cvc', 'email'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/** One JSON line per event on standard output, with the fields that `fieldsOf` returns at that moment. */
export function createLogger(
  level: string,
  destination?: { write(line: string): void },
  fieldsOf?: () => object,
): Logger {
  const namedStack = createSourceStacks();
  const options = {
    level,
    base: undefined,
    redact: { paths: [...secretPaths, 'req.headers', '*["set-cookie"]'], censor: '[hidden]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      err(error: unknown) {
        if (!(error instanceof Error)) return error;
        const written = pino.stdSerializers.err(error);
        return { ...written, stack: namedStack(written.stack) };
      },
    },
    ...(fieldsOf && { mixin: fieldsOf }),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (destination) return pino(options, destination);
  const stdout = pino.destination({ dest: 1, sync: true });
  // A full disk or a closed pipe loses log lines and must not stop the site.
  stdout.on('error', () => undefined);
  return pino(options, stdout);
}
