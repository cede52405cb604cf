import { BellRing, Copy, Share } from 'lucide-react';
import { useId } from 'react';
import { getCreatorNews } from '#contract/calls/pledges.ts';
import { withoutIsolates } from '#contract/language/isolate.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import type { CreatorNews } from '#contract/pledges/creator-news.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { poolAtPath, requestedCreatorName } from '#web/pools/pool-query.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast } from '#web/ui/toast.tsx';

/** The news that the creator got about the pool of a pledge. */
export const creatorNewsOf = (pledgeId: string) => optional(live(query(getCreatorNews, { params: { id: pledgeId } })));

/** True sentences only: a fan may wait for an answer of a creator who has heard nothing. Undefined if there is nothing to say. */
export function toldText(
  name: string,
  { creator, toldAt, hearsOfPledge, canAnswer }: CreatorNews,
  anonymous: boolean,
): Text | undefined {
  if (creator === 'unclaimed') return t`${{ name }} hasn’t claimed this profile yet, so they have heard nothing.`;
  if (creator !== 'claimed')
    return t`We’re still checking who claimed this profile, so ${{ name }} hasn’t been told about this pool.`;
  if (toldAt) {
    const date = fullDate(toldAt);
    if (!hearsOfPledge) return t`${{ name }} was told about this pool on ${{ date }}.`;
    return anonymous
      ? t`${{ name }} was told about this pool on ${{ date }} and hears about your pledge in a daily summary, without your name.`
      : t`${{ name }} was told about this pool on ${{ date }} and hears about your pledge in a daily summary.`;
  }
  if (hearsOfPledge)
    return anonymous
      ? t`${{ name }} hears about your pledge in a daily summary, without your name.`
      : t`${{ name }} hears about your pledge in a daily summary.`;
  return canAnswer ? t`${{ name }} finds this pool and your pledge on their dashboard.` : undefined;
}

/** The text that a fan can send to a creator who is not here yet. */
export function textForCreator(
  name: string,
  { title, pledgedAmount, fundingGoal }: Pick<Pool, 'title' | 'pledgedAmount' | 'fundingGoal'>,
  { brandName, url }: { brandName: string; url: string },
): Text {
  const text = t`Hi ${{ name }}! Fans on ${{ brand: brandName }} have pledged ${{ amount: formatMoney(pledgedAmount) }} of ${{ goal: formatMoney(fundingGoal) }} for “${{ title }}”, and we’d love you to make it. You decide, and no card is charged before you accept: ${{ url }}`;
  return verbatim(withoutIsolates(text));
}

/** Opens the share sheet of the device. A person who closes it again needs no message. */
async function openShareSheet(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: t`Couldn’t open the share menu`, description: t`Copy the message instead.` });
  }
}

async function copyMessage(id: string, text: string): Promise<void> {
  try {
    await copyText(text);
    toast({ title: t`Message copied`, durationMs: 3000 });
  } catch {
    // The browser denied the clipboard: select the text so that the person can copy it.
    const field = document.getElementById(id);
    if (field instanceof HTMLTextAreaElement) field.select();
    toast({
      title: t`Couldn’t copy`,
      description: t`Your browser blocked it. The text is selected: copy it from there.`,
    });
  }
}

function MessageToCreator({ name, text }: { name: string; text: string }) {
  const id = useId();
  // The server does not know whether the browser has a share sheet.
  const canShare = useHydrated() && 'share' in navigator;
  return (
    <div className="mt-4 grid gap-3">
      <label htmlFor={id} className="font-semibold">
        {t`A message to send to ${{ name }}`}
      </label>
      <textarea
        id={id}
        className="input h-auto resize-none py-3 field-sizing-content"
        rows={5}
        dir="auto"
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {canShare ? (
          <Button
            variant="primary"
            icon={<Share aria-hidden="true" />}
            onClick={() => void openShareSheet(text)}
          >{t`Send the message`}</Button>
        ) : null}
        <Button
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copyMessage(id, text)}
        >{t`Copy the message`}</Button>
      </div>
    </div>
  );
}

/** After a pledge: what the creator has heard, and for a profile that no one has claimed a message to send. */
export function CreatorTold({ pledge }: { pledge: PledgeView }) {
  const { brandName, publicUrl } = useSite();
  const { data: pool } = useData(poolAtPath(pledge.poolPath));
  const { data: news } = useData(creatorNewsOf(pledge.id));
  const name = pool && requestedCreatorName(pool);
  if (!pool || !name || !news || news.creator === 'none') return null;
  const told = toldText(name, news, pledge.anonymous);
  if (!told) return null;
  const message = textForCreator(name, pool, { brandName, url: publicUrl + pool.canonicalPath });
  return (
    <section aria-labelledby="creator-told" className="rounded-2xl bg-surface p-5 shadow-ring">
      <h2 id="creator-told" className="flex items-center gap-2.5 text-xl!">
        <BellRing aria-hidden="true" className="flex-none text-accent-text" />
        {news.creator === 'claimed' ? t`What ${{ name }} has heard` : t`Tell ${{ name }}`}
      </h2>
      <p className="mt-2 text-muted">{told}</p>
      {news.creator === 'unclaimed' ? <MessageToCreator name={name} text={message} /> : null}
    </section>
  );
}
