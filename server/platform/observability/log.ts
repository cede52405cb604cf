import { type LogFn, pino, type SerializedError } from 'pino';
import { hideTokens } from '#server/platform/http/token-text.ts';
import { createSourceStacks } from './source-stack.ts';

export type Logger = import('pino').Logger;

/** Redacted in every object. */
const secretPaths = ['password', 'token', 'secret', 'authorization', 'cookie', 'cardNumber', 'cvc', 'email'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
);

/**
 * The fields of an error that describe it. Drivers add what they were working on: ioredis the command with its arguments, such as the
 * password or a message, and PostgreSQL the contents of the row (`detail`).
 */
function withoutContents({ detail: _, aggregateErrors, ...fields }: SerializedError): object {
  const plain = Object.entries(fields).filter(([, value]) => typeof value !== 'object');
  return {
    ...Object.fromEntries(plain),
    ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(withoutContents) }),
  };
}

/** The number of pino's level for warnings. */
const warning = 40;

/**
 * Standard output for the loggers of this process, written every 100 ms, when 4 KB are full, and when the process exits. A killed process
 * loses the lines of the last 100 ms. Writing each line at once takes a fifth of the time of a shared page.
 */
const stdout = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 100, maxLength: 1 << 20 });
// A full disk or a closed pipe loses log lines and must not stop the site.
stdout.on('error', () => undefined);
// Not `flushSync`, which tries again forever while the disk is full.
process.once('exit', () => stdout.flush());

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
        return { ...withoutContents(written), stack: namedStack(written.stack) };
      },
    },
    ...(fieldsOf && { mixin: fieldsOf }),
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: hideTokens },
  };
  if (destination) return pino(options, destination);
  const logMethod = function (this: Logger, args: Parameters<LogFn>, method: LogFn, lineLevel: number) {
    method.apply(this, args);
    if (lineLevel >= warning) stdout.flush();
  };
  return pino({ ...options, hooks: { ...options.hooks, logMethod } }, stdout);
}
