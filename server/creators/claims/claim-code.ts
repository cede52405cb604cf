import { createHmac } from 'node:crypto';
import type { ClaimCode } from '#contract/claims.ts';
import { limits } from '#contract/limits.ts';
import type { CreatorRow } from '#server/creators/creators.sql.ts';
import { makeRandomSecret, readSecrets } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { ClaimCodeRow } from './claim-codes.sql.ts';

/** Letters and digits only: every site shows them as they are, also inside scripts and metadata. About 119 bits. */
const codeLength = 20;

/**
 * Derives the code of a row from its id and a secret of this installation. A person who reads the database cannot place it, and the
 * interface can show it again.
 */
async function codeOf({ db }: Pick<Platform, 'db'>, id: string): Promise<string> {
  return derive((await readSecrets(db.sql, 'claim_codes', makeRandomSecret)).current, id);
}

/** The code of a row, and the ones that it had before the secret was rotated: a person may have placed one of them. */
export async function codesOf({ db }: Pick<Platform, 'db'>, id: string): Promise<string[]> {
  return (await readSecrets(db.sql, 'claim_codes', makeRandomSecret)).all.map((secret) => derive(secret, id));
}

function derive(secret: string, id: string): string {
  const letters = createHmac('sha512', secret)
    .update(id)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return `claim-${letters.slice(0, codeLength)}`;
}

/** The profile's links that a server can fetch, each once. */
export function pagesOf({ websiteUrl, socialLinks }: Pick<CreatorRow, 'websiteUrl' | 'socialLinks'>): string[] {
  const links = [...(websiteUrl ? [websiteUrl] : []), ...socialLinks.map(({ url }) => url)];
  return [...new Set(links.filter((link) => /^https?:\/\//i.test(link) && URL.canParse(link)))];
}

export async function claimCodeOf(context: Pick<Platform, 'db'>, row: ClaimCodeRow): Promise<ClaimCode> {
  return {
    code: await codeOf(context, row.id),
    pages: row.pages,
    expiresAt: row.expiresAt.toISOString(),
    checksLeft: Math.max(0, limits.claimCode.checks - row.checks),
  };
}
