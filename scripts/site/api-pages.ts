import { chapterNames, chapterOf } from './api-chapters.ts';
import { type Schema, schemaText } from './schema-text.ts';

/** The part of the OpenAPI document that the reference shows. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: { properties: { code: Schema } } } };
}

interface Operation {
  summary: string;
  operationId?: string;
  tags: string[];
  'x-who': string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface Refusal {
  status: string;
  code: string;
  message: string;
}

interface Call extends Operation {
  method: string;
  path: string;
  anchor: string;
}

export interface ApiPage {
  title: string;
  /** The name of the file, without its ending. */
  name: string;
  markdown: string;
  anchors: string[];
}

export interface ApiReference {
  pages: ApiPage[];
  /** The list of pages and the errors of every call, as Markdown for docs/api.md. */
  overview: string;
}

const callers: Record<string, string> = {
  anyone: 'Anyone, also visitors without a session',
  user: 'Everyone who is signed in',
  creator: 'Creators and admins',
  admin: 'Admins',
};

function callsOf({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const name = `${method}_${path.replace(/^\/(api\/)?/, '')}`.replaceAll(/\W+/g, '_').replace(/_$/, '');
      return { ...operation, method: method.toUpperCase(), path, anchor: operation.operationId ?? name };
    }),
  );
}

/** The descriptions of the document read "code: message · code: message". */
function refusalsOf({ responses }: Operation): Refusal[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      description.split(' · ').map((entry) => {
        const [code = '', ...message] = entry.split(': ');
        return { status, code, message: message.join(': ') };
      }),
    );
}

/** The errors that all of these calls share. */
function sharedRefusals(calls: Call[]): Refusal[] {
  const [first = [], ...others] = calls.map(refusalsOf);
  return first.filter(({ code }) => others.every((refusals) => refusals.some((other) => other.code === code)));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const block = (schema: Schema) => `\n\n\`\`\`ts\n${schemaText(schema)}\n\`\`\`\n`;

function refusalList(refusals: Refusal[]): string {
  return refusals.map(({ status, code, message }) => `- ${status} \`${code}\`: ${escaped(message)}`).join('\n');
}

function parameterBlock(call: Call, where: string, title: string): string {
  const parameters = call.parameters.filter((parameter) => parameter.in === where);
  if (parameters.length === 0) return '';
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return `**${title}**${block({ type: 'object', properties, required })}`;
}

function bodyBlock({ requestBody }: Call): string {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !body) return '';
  const schema = { type: 'object', ...body.schema };
  const isOpen = schemaText(schema) === '{}';
  return isOpen ? `**Body** \`${type}\`\n` : `**Body** \`${type}\`${block(schema)}`;
}

/** A response is folded away if it is longer than this, so that a page can be scanned. */
const openLines = 8;

function responseBlock({ responses }: Call): string {
  const [status = '', response] = Object.entries(responses).find(([code]) => Number(code) < 400) ?? [];
  const schema = response?.content?.['application/json']?.schema;
  if (!schema) return '';
  const isShort = schemaText(schema).split('\n').length <= openLines;
  if (isShort) return `**Response ${status}**${block(schema)}`;
  return `::: details Response ${status}${block(schema)}:::\n`;
}

function section(call: Call, generalCodes: Set<string>): string {
  const refusals = refusalsOf(call).filter(({ code }) => !generalCodes.has(code));
  return [
    `## <span class="method">${call.method}</span> \`${call.path}\` {#${call.anchor}}`,
    `${escaped(call.summary)}.`,
    `**Callers** ${callers[call['x-who']] ?? call['x-who']}`,
    parameterBlock(call, 'path', 'Path'),
    parameterBlock(call, 'query', 'Query'),
    bodyBlock(call),
    responseBlock(call),
    refusals.length > 0 ? `**Errors**\n\n${refusalList(refusals)}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const fileName = (title: string) => title.toLowerCase().replaceAll(/\W+/g, '-');

function pageOf(title: string, calls: Call[], generalCodes: Set<string>): ApiPage {
  const order = (call: Call) => `${call.path} ${call.method}`;
  const sorted = calls.toSorted((a, b) => order(a).localeCompare(order(b)));
  const sections = sorted.map((call) => section(call, generalCodes));
  const front = '---\noutline: 2\npageClass: api-page\n---\n\n';
  const note = `${calls.length === 1 ? 'One call' : `${calls.length} calls`}. [The API](../api.md) has the rules and the errors of every call.`;
  return {
    title,
    name: fileName(title),
    markdown: `${front}# API: ${title}\n\n${note}\n\n${sections.join('\n\n')}\n`,
    anchors: sorted.map(({ anchor }) => anchor),
  };
}

function overviewOf(pages: ApiPage[], general: Refusal[], session: Refusal[]): string {
  const rows = pages.map(({ title, name, anchors }) => `| [${title}](api/${name}.md) | ${anchors.length} |`);
  const codes = new Set(general.map(({ code }) => code));
  return [
    '## Calls',
    'Types are in the notation of TypeScript, with `uuid`, `datetime`, `date` and `integer` besides its own. A name with `?` may be missing. Limits are comments. [openapi.json](/openapi.json) is the same for programs.',
    `| chapter | calls |\n|---|---:|\n${rows.join('\n')}`,
    '## Errors of every call',
    refusalList(general),
    'Calls that need a session also have:',
    refusalList(session.filter(({ code }) => !codes.has(code))),
  ].join('\n\n');
}

/**
 * The API reference as Markdown pages. Throws if the document describes an error in a way that this cannot read.
 * The plugin vitepress-openapi 0.2.1 shows the same document, but needs 3 MB of scripts on each page and two minutes to build, and its calls
 * are not in the local search.
 */
export function apiReference(document: ApiDocument): ApiReference {
  const calls = callsOf(document);
  const described = calls.filter(({ responses }) => !responses.default);
  const codes = document.components.schemas.Error.properties.code.enum ?? [];
  for (const { code } of described.flatMap(refusalsOf)) if (!codes.includes(code)) throw new Error(`no error ${code}`);
  const general = sharedRefusals(described);
  const session = sharedRefusals(described.filter((call) => call['x-who'] !== 'anyone'));
  const generalCodes = new Set([...general, ...session].map(({ code }) => code));
  const groups = Map.groupBy(calls, ({ path, tags }) => chapterOf(path, tags[0] ?? ''));
  const pages = chapterNames.flatMap((title) => {
    const members = groups.get(title);
    return members ? [pageOf(title, members, generalCodes)] : [];
  });
  return { pages, overview: overviewOf(pages, general, session) };
}
