import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
}

interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[];
}

export interface TraceCollector {
  url: string;
  /** The bodies as they arrived, to search for what must not be in them. */
  bodies: string[];
  spans(): CollectedSpan[];
  /** The names from a span to its root, joined with " < ". */
  chainOf(span: CollectedSpan): string;
  close(): Promise<void>;
}

/** Receives traces over OTLP/HTTP as JSON, like an OpenTelemetry collector. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as ExportRequest).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans,
    chainOf(span) {
      const byId = new Map(spans().map((span) => [span.spanId, span]));
      const names: string[] = [];
      for (let at: CollectedSpan | undefined = span; at; at = byId.get(at.parentSpanId ?? '')) names.push(at.name);
      return names.join(' < ');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
