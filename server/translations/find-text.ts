import { appError } from '#contract/errors.ts';
import type { TranslatedKind } from '#contract/translations.ts';
import { isUuid } from '#contract/values/ids.ts';
import { readComment } from '#server/comments/read-comment.ts';
import { readCreator } from '#server/creators/read-creator.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import { readPool, type Viewer } from '#server/pools/show-pool.ts';
import { findUpdateToUse } from '#server/updates/find-readable-update.ts';

export interface WrittenText {
  /** Of a pool; null otherwise. */
  title: string | null;
  text: string;
}

type Find = (context: MoneyContext, viewer: Viewer, id: string) => Promise<WrittenText>;

/** Each uses the read of the object itself, so a viewer gets no translation of a text that they may not read. */
const finders: Record<TranslatedKind, Find> = {
  async pool(context, viewer, id) {
    const pool = await readPool(context, viewer, id);
    assertNotAgeGated(context.config, viewer, pool);
    return { title: pool.title, text: pool.description };
  },
  async update(context, viewer, id) {
    const { content, hidden } = await findUpdateToUse(context, viewer, id);
    if (hidden) throw appError('not_found');
    return { title: null, text: content };
  },
  async comment(context, viewer, id) {
    return { title: null, text: (await readComment(context, viewer, id)).content };
  },
  async creator(context, viewer, username) {
    const creator = await readCreator(context, viewer, username);
    assertNotAgeGated(context.config, viewer, creator);
    return { title: null, text: creator.description };
  },
};

/** The text of an object, as this viewer may read it. Throws `not_found`, `age_gate`, `update_locked`. */
export async function findText(
  context: MoneyContext,
  viewer: Viewer,
  { kind, id }: { kind: TranslatedKind; id: string },
): Promise<WrittenText> {
  if (kind !== 'creator' && !isUuid(id)) throw appError('not_found');
  return finders[kind](context, viewer, id);
}
