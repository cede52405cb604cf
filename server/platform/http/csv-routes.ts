import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AnyEndpoint, InputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { type Language, textOf } from '#contract/language/text.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import type { Limiter } from '#server/platform/limits/rate-limit.ts';
import { type CsvColumn, csvLine } from './csv.ts';
import { type Actor, type RawCall, type RawRoutes, type RequestContext, rawContext } from './request-context.ts';
import { parseInput, requireAccess, requireFreshProof } from './routes.ts';

/** A list as a CSV file: the address of the list's call with `.csv` after it, and the same query except for the page. */
export interface CsvExport<E extends AnyEndpoint, Item> {
  list: E;
  /** The file's name without date and ending. */
  name: string;
  summary: string;
  columns: readonly CsvColumn<Item>[];
  /** Those that the query's `lang` can choose. Without them, the file is in English. */
  languages?: Languages;
  /** The caller must have a fresh proof of identity when the export begins. */
  freshProof?: boolean;
  /** All matching items, in batches. */
  batches: (input: InputOf<E>, request: RequestContext) => AsyncIterable<readonly Item[]>;
  /** Runs before the first byte is sent. */
  onExport?: (actor: Actor, input: InputOf<E>, ip: string) => Promise<void>;
}

export interface CsvRoutes {
  raw: RawRoutes;
  call: RawCall;
}

/** With the byte order mark, because Excel reads a file without it as Windows-1252. */
const byteOrderMark = '\uFEFF';

/** The lines of a file, each written in a language. A stream asks for them at moments that have none. */
async function* inOneLanguage(language: Language | undefined, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  const next = () => inLanguage(language, () => lines.next());
  try {
    for (let line = await next(); !line.done; line = await next()) yield line.value;
  } finally {
    await lines.return(undefined);
  }
}

/**
 * Streams a list as CSV to people who may call the list. Each batch checks the caller again, so that an export ends with the caller's
 * rights. A failure after the first byte breaks the connection, so that no one takes a part for the whole.
 */
export function csvRoutes<E extends AnyEndpoint, Item>(
  { list, name, summary, columns, languages, freshProof, batches, onExport }: CsvExport<E, Item>,
  limiter: Limiter,
): CsvRoutes {
  const path = `${list.path}.csv`;

  async function* linesOf(
    input: InputOf<E>,
    request: RequestContext,
    isStillAllowed: () => Promise<void>,
  ): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(columns.map(({ header }) => (typeof header === 'string' ? header : textOf(header))));
    for await (const items of batches(input, request)) {
      await isStillAllowed();
      yield items.map((item) => csvLine(columns.map(({ value }) => value(item)))).join('');
    }
  }

  function raw(app: FastifyInstance): void {
    app.get(path, async (request, reply) => {
      const context = await rawContext(request);
      requireAccess(list, context.actor);
      if (!context.actor) throw appError('not_signed_in');
      if (freshProof) requireFreshProof(context.actor);
      const input = parseInput(list, { params: request.params, query: request.query }) as InputOf<E>;
      await limiter.consume(context.actor.userId);
      await onExport?.(context.actor, input, context.ip);
      const isStillAllowed = async () => requireAccess(list, (await request.fanfare.readContext()).actor);
      const day = new Date().toISOString().slice(0, 10);
      reply.headers({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
        'Cache-Control': 'private, no-store',
      });
      const language = languages?.of((request.query as { lang?: unknown }).lang);
      return reply.send(Readable.from(inOneLanguage(language, linesOf(input, context, isStillAllowed))));
    });
  }

  const call: RawCall = { method: 'get', path: path.replaceAll(/:(\w+)/g, '{$1}'), summary, who: list.who };
  return { raw, call };
}
