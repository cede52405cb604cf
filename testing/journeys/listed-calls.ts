import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { AnyEndpoint, Method, Who } from '#contract/endpoint.ts';
import type { Module } from '#server/platform/module.ts';

/** A call of the server, whether an endpoint of the contract or a raw call. */
export interface ListedCall {
  /** "GET /api/pools/:id" */
  name: string;
  method: Method | 'HEAD';
  path: string;
  who: Who;
  whileSuspended?: boolean | undefined;
  /** Undefined for a raw call. */
  endpoint: AnyEndpoint | undefined;
}

export const nameOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => `${method} ${path}`;

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'who' in value && 'output' in value;

/** Every endpoint that any file of the contract exports. */
export async function listEndpoints(): Promise<ListedCall[]> {
  const folder = join(import.meta.dirname, '../../contract');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules: object[] = await Promise.all(sources.map((file) => import(join(folder, file))));
  const endpoints = modules.flatMap((module) => Object.values(module) as unknown[]).filter(isEndpoint);
  const unique = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
  return [...unique].map(([name, endpoint]) => ({ ...endpoint, name, endpoint }));
}

/**
 * Every raw route of the modules, with the `who` that the API document states. A route that the document does not list is `undocumented`.
 * Leaves out the HEAD that accompanies a GET.
 */
export async function listRawCalls(modules: readonly Module[]): Promise<(ListedCall & { undocumented: boolean })[]> {
  const documented = new Map(
    modules
      .flatMap(({ rawCalls }) => rawCalls ?? [])
      .map(({ method, path, who }) => [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, who]),
  );
  const names = new Set<string>();
  const app = Fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) names.add(`${each} ${url}`);
  });
  for (const addRoutes of modules.flatMap(({ raw }) => raw ?? [])) {
    app.register((scope, _options, done) => {
      addRoutes(scope);
      done();
    });
  }
  await app.ready();
  await app.close();
  return [...names]
    .map((name) => {
      const [method = '', path = ''] = name.split(' ');
      const who = documented.get(name);
      return { name, method: method as Method, path, who: who ?? 'anyone', undocumented: !who, endpoint: undefined };
    })
    .filter(({ name, path }) => !name.startsWith('OPTIONS ') && !(name === `HEAD ${path}` && names.has(`GET ${path}`)));
}
