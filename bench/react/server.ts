/**
 * A minimal server: node:http and React's renderToString, without framework, database and our headers. It sends the documents that the
 * product sent, with bodies rendered on each request (/react/NAME) or unchanged (/static/NAME).
 * A separate process with BENCH_ENTRY as its bundle; its parent sends the pages over IPC.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

interface Entry {
  prepare(path: string, state: unknown): Promise<() => string>;
}

interface Page {
  draw: () => string;
  before: string;
  after: string;
  whole: string;
}

interface PageQuestion {
  page: string;
  path: string;
  document: string;
}
interface LoopQuestion {
  loop: string;
  ms: number;
}
/**
 * `page`: stores a page and answers whether it renders the same. `loop`: renders it in a loop for `ms` and answers the rate per
 * second. Neither: answers the processor time of this process in seconds.
 */
type Question = PageQuestion | LoopQuestion | object;

const isPage = (question: Question): question is PageQuestion => 'page' in question;
const isLoop = (question: Question): question is LoopQuestion => 'loop' in question;

const { prepare } = (await import(pathToFileURL(process.env.BENCH_ENTRY ?? '').href)) as Entry;
const pages = new Map<string, Page>();
const opening = '<div id="app">';
const closing = '</div><script type="application/json" id="state"';

async function take({ page, path, document }: PageQuestion) {
  const from = document.indexOf(opening) + opening.length;
  const to = document.indexOf(closing);
  const state = JSON.parse(
    document.slice(document.indexOf('>', to + closing.length) + 1, document.lastIndexOf('</script>')),
  );
  const draw = await prepare(path, state);
  pages.set(page, { draw, before: document.slice(0, from), after: document.slice(to), whole: document });
  return { same: draw() === document.slice(from, to), bytes: Buffer.byteLength(document) };
}

function loop({ loop: name, ms }: LoopQuestion) {
  const page = pages.get(name);
  const begin = performance.now();
  let rendered = 0;
  for (; performance.now() - begin < ms; rendered += 1) page?.draw();
  return { perSecond: rendered / ((performance.now() - begin) / 1000) };
}

const server = createServer((request, response) => {
  const [, kind, name = ''] = (request.url ?? '').split('/');
  const page = pages.get(name);
  if (!page) return response.writeHead(404).end();
  const body = kind === 'react' ? page.before + page.draw() + page.after : page.whole;
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(body) });
  return response.end(body);
});

function work() {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1e6 };
}

async function answer(question: Question) {
  if (isPage(question)) return take(question);
  return isLoop(question) ? loop(question) : work();
}

process.on('message', async (question: Question) => process.send?.(await answer(question)));
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
