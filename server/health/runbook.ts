import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunbookSection } from '#contract/admin/health.ts';
import { projectRoot } from '#server/platform/config/project.ts';

/** The sections of docs/operations.md that the health page shows. */
export const runbookTitles = [
  'A charge stays unsettled',
  'A refund stays unsettled',
  'A payout stays unsent',
  'Money waits for an admin',
  'Webhooks are late',
  'A chat service refuses messages',
  'A deadline waits for the card processor',
  'Requests are slow',
  'Jobs are late',
  'A job failed',
  'An invariant does not hold',
  'The card processor does not answer',
  'The card processor refuses something',
  'The mail server does not answer',
  'Redis does not answer',
  'Nodes run different versions',
  'The backup is old',
  'The bucket does not answer',
  'The disk is almost full',
  'Slow statements',
  'Set up email',
  'Set up cards',
  'Set up backups',
] as const;
export type RunbookTitle = (typeof runbookTitles)[number];

const manual = () => readFile(join(projectRoot, 'docs/operations.md'), 'utf8');

/** Reads a section of docs/operations.md. Null if the manual or the section is missing. */
export async function readRunbook(title: RunbookTitle): Promise<RunbookSection | null> {
  const [, body] = (await manual().catch(() => '')).split(`\n#### ${title}\n`);
  const text = body?.split(/\n#{1,4} /)[0]?.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return text ? { title, text: text.trim().replaceAll(/(?<!\n)\n(?!\n)/g, ' ') } : null;
}
