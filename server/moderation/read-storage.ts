import type { Storage } from '#contract/admin/moderation.ts';
import type { Platform } from '#server/platform/platform.ts';
import { personOf } from './queue.ts';
import { listLargestUploaders, sumStorage } from './storage.sql.ts';

const peopleShown = 20;

/** Returns the disk usage and the people with the largest uploads. */
export async function readStorage({ config, db, files }: Platform): Promise<Storage> {
  const [disk, { picturesBytes, ...uploads }, people] = await Promise.all([
    files.disk(),
    sumStorage(db.sql),
    listLargestUploaders(db.sql, peopleShown),
  ]);
  const { perPersonBytes, perPoolBytes } = config.uploads;
  return {
    disk,
    quotas: { perPersonBytes, perPoolBytes },
    uploads,
    picturesBytes,
    people: people.map((row) => {
      const { userId, storedBytes, promisedBytes } = row;
      return { userId, user: personOf(row), storedBytes, promisedBytes };
    }),
  };
}
