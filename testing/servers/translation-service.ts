import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface TranslationRequest {
  q: string;
  source: string;
  target: string;
  format: string;
  api_key?: string;
}

export interface TranslationService {
  /** For TRANSLATE_URL. */
  url: string;
  requests: TranslationRequest[];
  /** Replaces the answer to every request; undefined: translates. */
  answer: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** Behaves like LibreTranslate with an API key. It finds every text French, and its translation into German is "de: TEXT". */
export async function startTranslationService(apiKey: string): Promise<TranslationService> {
  const requests: TranslationRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (request.method !== 'POST' || request.url !== '/translate') return json(404, { error: 'Not Found' });
      const given = JSON.parse(Buffer.concat(chunks).toString()) as TranslationRequest;
      requests.push(given);
      if (service.answer) return service.answer(response);
      if (given.api_key !== apiKey) return json(403, { error: 'Invalid API key' });
      if (!given.q) return json(400, { error: 'Invalid request: missing q parameter' });
      return json(200, {
        detectedLanguage: { confidence: 90, language: 'fr' },
        translatedText: `${given.target}: ${given.q}`,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: TranslationService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}
