import { useMutation } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { listThanks, takeBackThanks, thankCreator } from '#contract/calls/delivery.ts';
import { plural, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { userPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { ThankYou } from '#contract/thanks.ts';
import { asAppError, call } from '#web/data/call.ts';
import { query, useData, useRefresh } from '#web/data/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast } from '#web/ui/toast.tsx';

const thanksOf = (poolId: string) => query(listThanks, { params: { id: poolId } });

/** Asks a contributor for a few words to the creator. */
function ThankForm({ poolId, creator }: { poolId: string; creator: string | undefined }) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(thankCreator, { params: { id: poolId }, body: { text } }),
    onSuccess: () => refresh(listThanks),
  });
  const missing = tried && text.trim() === '' ? t`Write a few words first` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (text.trim() !== '') mutate();
  };
  const title = creator ? t`Thank ${{ creator }}` : t`Thank the creator`;
  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label={title}>
      <TextArea
        label={title}
        hint={t`Only the creator sees it.`}
        rows={2}
        maxLength={limits.thanks}
        counter={[text.length, limits.thanks]}
        value={text}
        error={missing ?? (error ? asAppError(error).message : undefined)}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        variant="paid"
        className="w-max"
        disabled={!ready}
        busy={isPending}
        icon={<Heart aria-hidden="true" />}
      >{t`Send thank-you`}</Button>
    </form>
  );
}

function Words({ thanks, children }: { thanks: ThankYou; children?: ReactNode }) {
  const { fan, text, createdAt } = thanks;
  const name = fan ? fan.displayName || fan.username : t`An anonymous fan`;
  return (
    <div className="flex items-start gap-3">
      <Avatar name={fan ? name : '?'} src={fan?.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-faint">
          {fan ? (
            <Link to={userPath(fan.username)} className="font-semibold text-ink hover:underline">
              {name}
            </Link>
          ) : (
            <b className="text-ink">{name}</b>
          )}
          <RelativeTime at={createdAt} />
        </p>
        <p className="user-text wrap-anywhere" dir="auto">
          {text}
        </p>
        {children}
      </div>
    </div>
  );
}

function MyThanks({ thanks, creator }: { thanks: ThankYou; creator: string | undefined }) {
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(takeBackThanks, { params: { id: thanks.id } }),
    onSuccess: () => refresh(listThanks),
    onError: (error) =>
      toast({ title: t`We couldn’t delete your thank-you`, description: verbatim(asAppError(error).message) }),
  });
  return (
    <div className="grid gap-1.5">
      <p className="flex items-center gap-2 font-semibold text-paid-text">
        <Heart aria-hidden="true" className="size-4! fill-current" />
        {creator ? t`You thanked ${{ creator }}` : t`You thanked the creator`}
      </p>
      <p className="user-text wrap-anywhere" dir="auto">
        {thanks.text}
      </p>
      <Button
        variant="ghost"
        size="sm"
        className="-ms-3 w-max"
        busy={isPending}
        onClick={() => mutate()}
      >{t`Delete thank-you`}</Button>
    </div>
  );
}

const firstShown = 5;

function ReceivedThanks({
  items,
  total,
  reportOf,
}: {
  items: readonly ThankYou[];
  total: number;
  reportOf: ((thanks: ThankYou) => ReactNode) | null;
}) {
  const [all, setAll] = useState(false);
  if (items.length === 0) return <p className="text-muted">{t`Thank-yous from your fans will appear here.`}</p>;
  const shown = all ? items : items.slice(0, firstShown);
  return (
    <>
      <h3 className="mb-3 flex items-center gap-2 text-lg">
        <Heart aria-hidden="true" className="size-4! fill-current text-paid-text" />
        {t`${plural({ thanks: total }, { one: '# thank-you', other: '# thank-yous' })}`}
      </h3>
      <ul className="flex flex-col gap-4">
        {shown.map((thanks) => (
          <li key={thanks.id}>
            <Words thanks={thanks}>{reportOf ? <div className="-ms-3">{reportOf(thanks)}</div> : null}</Words>
          </li>
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button
          size="sm"
          className="mt-3"
          onClick={() => setAll(true)}
        >{t`Show ${plural({ thanks: items.length - shown.length }, { one: '# more', other: '# more' })}`}</Button>
      ) : null}
    </>
  );
}

/** Thank-yous for a delivery: contributors write one, and the creator and admins read them. */
export function Thanks({ pool, reportOf }: { pool: Pool; reportOf: (thanks: ThankYou) => ReactNode }) {
  const thanks = useData(thanksOf(pool.id));
  const creator = pool.assignedCreator?.displayName || pool.assignedCreator?.username;
  return (
    <section aria-label={t`Thank-yous`} className="mt-6 rounded-xl bg-paid-wash px-5 py-4 empty:hidden">
      <Loaded of={thanks} loading={<Skeleton className="h-32" />} failed={t`We couldn’t load the thank-yous`}>
        {({ items, totalCount, mine, canThank }) => {
          if (canThank) return <ThankForm poolId={pool.id} creator={creator} />;
          if (mine) return <MyThanks thanks={mine} creator={creator} />;
          if (!pool.isAssignedCreator && items.length === 0) return null;
          return (
            <ReceivedThanks items={items} total={totalCount} reportOf={pool.isAssignedCreator ? reportOf : null} />
          );
        }}
      </Loaded>
    </section>
  );
}
