import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Span as ApiSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { version } from '#server/platform/config/project.ts';
import type { TraceSettings } from '#server/platform/config/trace-settings.ts';
import type { Logger } from './log.ts';
import type { Span, SpanStart, Tracing } from './tracing.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const flushWithinMs = 2000;

class OpenTelemetrySpan implements Span {
  readonly api: ApiSpan;

  constructor(api: ApiSpan) {
    this.api = api;
  }

  set(attributes: Record<string, string | number | boolean>): void {
    this.api.setAttributes(attributes);
  }

  fail(error: unknown): void {
    this.api.setAttribute('error.type', typeOf(error));
    this.api.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.api.end();
  }
}

/** The code of a system error, an AppError or PostgreSQL, or the name of the class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Sends traces to a collector. It registers nothing globally, so that two applications in one process stay separate. */
export function openTelemetry(settings: TraceSettings, log: Logger): Tracing {
  const exporter = reportOnce(new OTLPTraceExporter({ url: settings.url }), settings.url, log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('fanfare', version);
  const active = new AsyncLocalStorage<OpenTelemetrySpan>();

  function start({ name, kind = 'internal', attributes, parent }: SpanStart): OpenTelemetrySpan {
    const remote = parent === undefined ? null : parseTraceParent(parent);
    const local = active.getStore();
    const context = remote
      ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
      : local
        ? trace.setSpan(ROOT_CONTEXT, local.api)
        : ROOT_CONTEXT;
    return new OpenTelemetrySpan(
      tracer.startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) }, context),
    );
  }

  return {
    isOn: true,
    isActive: () => active.getStore() !== undefined,
    start,
    within: (span, work) => (span instanceof OpenTelemetrySpan ? active.run(span, work) : work()),
    async inSpan(options, work) {
      const span = start(options);
      try {
        return await active.run(span, work);
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
    carrier() {
      const context = active.getStore()?.api.spanContext();
      if (!context) return undefined;
      return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
    },
    logFields() {
      const context = active.getStore()?.api.spanContext();
      return context ? { traceId: context.traceId, spanId: context.spanId } : {};
    },
    async stop() {
      // A collector that does not answer must not delay the end of the process.
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(flushWithinMs, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return sampler === name ? root : new ParentBasedSampler({ root });
}

/** Logs the first failure and the next success. The SDK itself drops what it cannot send, within a bounded queue. */
function reportOnce(exporter: SpanExporter, url: string, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isFailing)
          log.warn({ err: result.error, url }, 'traces do not reach the collector: they are dropped');
        if (!failed && isFailing) log.info({ url }, 'traces reach the collector again');
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
