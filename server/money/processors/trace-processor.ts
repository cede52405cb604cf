import type { CardProcessor } from '#server/money/card-processor.ts';
import type { Tracing } from '#server/platform/observability/tracing.ts';

/** The groups of optional abilities. */
const groups = new Set<PropertyKey>(['onboarding', 'disputes']);
/** Calls that ask the processor nothing. */
const local = new Set<PropertyKey>(['pages', 'defaultPayoutAccount', 'readWebhook']);

/** Returns the processor with one span per call. A span names the processor and the call, and nothing of what they are about. */
export function traceProcessor<P extends CardProcessor>(processor: P, tracing: Tracing): P {
  return tracing.isOn ? traced(processor, processor.name, tracing) : processor;
}

function traced<T extends object>(calls: T, name: string, tracing: Tracing): T {
  return new Proxy(calls, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown;
      if (groups.has(key) && typeof value === 'object' && value) return traced(value, name, tracing);
      if (typeof value !== 'function' || local.has(key)) return value;
      const call = String(key);
      return (...args: unknown[]) =>
        tracing.inSpan(
          {
            name: `${name} ${call}`,
            kind: 'client',
            attributes: { 'fanfare.processor': name, 'fanfare.processor.call': call },
          },
          async () => value.apply(target, args),
        );
    },
  });
}
