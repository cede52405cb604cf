import { addComment } from '#server/comments/add-comment.ts';
import { likeUpdate } from '#server/comments/like-update.ts';
import { storeImage } from '#server/media/store-image.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { postUpdate } from '#server/updates/post-update.ts';
import { listBackers } from './demo.sql.ts';
import { everyone, selectPeople } from './demo-activity.ts';
import { type DemoUpdate, demoUpdates, readDemoPicture } from './demo-content.ts';
import type { StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

/** Posts the demo's updates with their pictures, likes and comments. */
export async function postDemoUpdates(context: Platform, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  for (const pool of pools) {
    for (const [index, update] of (demoUpdates[pool.demo.title] ?? []).entries()) {
      await postDemoUpdate(context, people, pool, { update, index });
    }
  }
}

function authorOf(people: DemoPeople, { demo, owner }: StagedPool, { by }: DemoUpdate): Actor {
  const author = by === 'owner' ? owner : people.creators.get(demo.creator ?? '');
  if (!author) throw new Error(`the demo pool “${demo.title}” has no creator who could post an update`);
  return author;
}

async function postDemoUpdate(
  context: Platform,
  people: DemoPeople,
  pool: StagedPool,
  { update, index }: { update: DemoUpdate; index: number },
): Promise<void> {
  const actor = authorOf(people, pool, update);
  const imageIds: string[] = [];
  for (const file of update.pictures ?? []) {
    const image = await storeImage(context, { ownerId: actor.userId, data: await readDemoPicture('updates', file) });
    imageIds.push(image.id);
  }
  const { audience, text: content, likes = 0, comments = [] } = update;
  const form = { audience, content, imageIds, requestKey: `demo-${pool.id}-${index}` };
  const { id } = await postUpdate(context, { actor, seesAdult: true }, pool.id, form);
  const readers = audience === 'everyone' ? everyone(people) : await backersOf(context, people, pool);
  const others = readers.filter(({ userId }) => userId !== actor.userId);
  for (const reader of selectPeople(others, likes, content)) {
    await likeUpdate(context, { actor: reader, seesAdult: true }, id, true);
  }
  for (const [username, words] of comments) {
    const reader = readers.find((person) => person.username === username);
    if (!reader) throw new Error(`the demo has no person named ${username}`);
    await addComment(context, { actor: reader, seesAdult: true }, { update: id }, { content: words });
  }
}

async function backersOf({ db }: Platform, people: DemoPeople, { id }: StagedPool): Promise<Actor[]> {
  const ids = await listBackers(db.sql, id);
  return everyone(people).filter(({ userId }) => ids.includes(userId));
}
