import { useEffect, useRef, useState } from 'react';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { useDraftSaving } from '#web/data/stored-draft.ts';
import { toast } from '#web/ui/toast.tsx';
import { emptyDraft, isEmptyDraft, loadDraft, type PoolDraft, saveDraft } from './pool-draft.ts';

/**
 * A draft that is stored in the browser while the user types and restored when the page opens. `given` is a draft to begin with; the
 * user can return to the stored one.
 */
export function usePoolDraft(userId: string, creator: CreatorSummary | null, given: PoolDraft | null) {
  const [draft, setDraft] = useState<PoolDraft>(given ?? { ...emptyDraft, creator });
  // A key for fields that keep their own typed text: discarding the draft remounts them.
  const [discards, setDiscards] = useState(0);
  const loaded = useRef(false);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    if (loaded.current) return;
    loaded.current = true;
    setLoaded(true);
    const kept = loadDraft(userId);
    if (!kept || isEmptyDraft(kept)) return;
    if (given) {
      if (JSON.stringify(kept) === JSON.stringify(given)) return;
      const restore = () => {
        setDraft(kept);
        setDiscards((now) => now + 1);
      };
      toast({
        title: t`Filled in from the earlier pool`,
        description: t`This replaces the draft that you had here.`,
        action: { label: t`Restore draft`, onPress: restore },
      });
      return;
    }
    setDraft((now) => ({ ...kept, title: now.title || kept.title, creator: creator ?? kept.creator }));
    toast({ title: t`Draft restored`, description: t`Continue where you left off, or start over below.` });
  }, [userId, creator, given]);

  const endSaving = useDraftSaving(draft, (latest) => saveDraft(userId, latest));

  const change = (part: Partial<PoolDraft>) => setDraft((now) => ({ ...now, ...part }));
  const changeImages = (edit: (images: PoolDraft['images']) => PoolDraft['images']) =>
    setDraft((now) => ({ ...now, images: edit(now.images) }));
  const discard = () => {
    setDraft(emptyDraft);
    saveDraft(userId, emptyDraft);
    setDiscards((now) => now + 1);
  };
  /** Deletes the stored draft of a pool that was created. The form keeps its fields until the next page appears. */
  const finish = () => {
    endSaving();
    saveDraft(userId, emptyDraft);
  };
  return { draft, isLoaded, change, changeImages, discard, discards, finish };
}
