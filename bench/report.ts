import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { unquietRounds } from './load.ts';

/** The results of one group. */
export interface Figures {
  /** The first row has the column headers. */
  rows: string[][];
  notes: string[];
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const perSecond = (value: number): string => whole.format(value);
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const ratio = (value: number): string => value.toFixed(2);

function machine(): string {
  const model = cpus()[0]?.model.trim() || process.arch;
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`;
}

function markdown({ rows, notes }: Figures): string {
  const [head = [], ...body] = rows;
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const { rounds, unquiet } = unquietRounds();
  const shared = unquiet > 0 ? ` ${unquiet} of ${rounds} rounds began while other programs used this machine.` : '';
  return [
    line(head),
    line(head.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...body.map(line),
    '',
    ...notes.map((note) => `- ${note}`),
    `- ${machine()}, Node ${process.version}, PostgreSQL 18 (embedded, fsync on), ${new Date().toISOString().slice(0, 10)}.${shared}`,
  ].join('\n');
}

/** Prints the table; with `record` also replaces the previous one in bench/README.md. */
export async function report(group: string, figures: Figures, record: boolean): Promise<void> {
  const text = markdown(figures);
  console.log(
    `\n## ${group}\n\n${text}\n\nLoad average at the end: ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')}`,
  );
  if (!record) return;
  const file = join(import.meta.dirname, 'README.md');
  const begin = `<!-- figures: ${group} -->`;
  const end = `<!-- end: ${group} -->`;
  const readme = await readFile(file, 'utf8');
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`bench/README.md has no place for ${group}`);
  await writeFile(file, `${readme.slice(0, from)}${begin}\n${text}\n${readme.slice(to)}`);
}
