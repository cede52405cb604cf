import type { Person } from '#contract/people.ts';
import type { RequestContext } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { PersonRow } from './people.sql.ts';

/** Who looks, and whether they have passed the age gate. */
export type Viewer = Pick<RequestContext, 'actor' | 'ageVerified'>;

export function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    isVerified: row.isVerified,
    createdAt: row.createdAt.toISOString(),
    poolCount: row.poolCount,
  };
}

/** Whether what is for adults is counted and listed for this one. */
export function seesAdult({ config }: Pick<Platform, 'config'>, viewer: Pick<Viewer, 'ageVerified'>): boolean {
  return viewer.ageVerified && config.adultContent;
}
