import { z } from 'zod';
import type { ValuesOf } from './fields.ts';
import { number, optional, setting, text, url } from './fields.ts';

/** The names and values of the OpenTelemetry specification. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    url(['http:', 'https:']),
    'The base address of an OpenTelemetry collector. Traces are posted as JSON to its path v1/traces. Unset: no traces.',
  ),
  OTEL_SERVICE_NAME: setting('fanfare', text(1, 100), 'The name of this service in traces.'),
  OTEL_TRACES_SAMPLER: setting(
    'parentbased_always_on',
    z.enum(samplers, { error: `must be one of ${samplers.join(', ')}` }),
    'Which traces are recorded, by the names of OpenTelemetry.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('1', number(0, 1), 'The share of traces that a sampler with a ratio records.'),
};

export type TraceSettings = NonNullable<ReturnType<typeof tracesOf>['traces']>;

export function tracesOf(values: ValuesOf<typeof traceSettings>) {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    /** Undefined: no traces. */
    traces: endpoint
      ? {
          url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
          serviceName: values.OTEL_SERVICE_NAME,
          sampler: values.OTEL_TRACES_SAMPLER,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
  };
}
