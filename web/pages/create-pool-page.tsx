import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { getCreator } from '#contract/calls/creators.ts';
import { getPool } from '#contract/calls/pools.ts';
import type { CreatorSummary, RequestTerms } from '#contract/creators/creators.ts';
import { termsFaults } from '#contract/creators/request-terms-faults.ts';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatPercent } from '#contract/values/money.ts';
import { CreatorPicker } from '#web/creators/creator-picker.tsx';
import { RequestTermsNote } from '#web/creators/request-terms.tsx';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { poolCategories } from '#web/pools/feed-queries.ts';
import { draftFrom, isEmptyDraft, type PoolDraft, previewOf } from '#web/pools/form/pool-draft.ts';
import { PoolForm } from '#web/pools/form/pool-form.tsx';
import { StepRail } from '#web/pools/form/pool-form-step.tsx';
import { usePoolDraft } from '#web/pools/form/use-pool-draft.ts';
import { lastPoolFormStep, usePoolFormSteps } from '#web/pools/form/use-pool-form-steps.ts';
import { usePoolSubmit } from '#web/pools/form/use-pool-submit.ts';
import { rememberNewPool } from '#web/pools/new-pool.ts';
import { PoolCardBox, PoolCardContent } from '#web/pools/pool-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const AddCreatorDialog = lazyComponent(
  () => import('#web/creators/add-creator-dialog.tsx').then((module) => module.AddCreatorDialog),
  { browserOnly: true },
);

/** A creator's page links here with `?creator=USERNAME`. */
const askedCreator = (username: string) => optional(query(getCreator, { params: { username } }));

/** The page of a pool that has ended links here with `?again=ID`. */
const endedPool = (id: string) => optional(query(getPool, { params: { id } }));

export const page = definePage({
  title: msg`Create pool`,
  description: msg`Ask a creator for something and let fans fund it together. No card is charged until the goal is met and the creator accepts.`,
  canonical: paths.createPool,
  noindex: true,
  queries: ({ url }) => {
    const username = url.searchParams.get('creator');
    const again = url.searchParams.get('again');
    return [poolCategories, ...(username ? [askedCreator(username)] : []), ...(again ? [endedPool(again)] : [])];
  },
});

const NoGoal = () => (
  <p className="pool-sum">
    <span>{t`No goal yet`}</span>
  </p>
);

function Preview({ draft, user }: { draft: PoolDraft; user: CurrentUser }) {
  const here = useHydrated();
  const categories = useData(poolCategories).data ?? [];
  return (
    <>
      <h2 className="mb-3 flex items-center gap-2 font-text! text-base! font-semibold! tracking-normal! text-muted">
        <Eye aria-hidden="true" />
        {t`Preview`}
      </h2>
      <PoolCardBox>
        {here ? (
          <PoolCardContent
            pool={previewOf(draft, user, categories)}
            funding={draft.goalCents ? undefined : <NoGoal />}
          />
        ) : null}
      </PoolCardBox>
    </>
  );
}

function StartOver({ empty, onDiscard }: { empty: boolean; onDiscard: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" size="lg" disabled={empty} onClick={() => setAsking(true)}>{t`Start over`}</Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          onDiscard();
          setAsking(false);
          window.scrollTo({ top: 0 });
        }}
        title={t`Discard this draft?`}
        action={t`Discard draft`}
        cancel={t`Keep draft`}
      >
        <p>{t`This clears everything you wrote here, including the copy on this device.`}</p>
      </Confirm>
    </>
  );
}

interface ActionsProps {
  step: number;
  busy: boolean;
  onBack: () => void;
  children: ReactNode;
}

/** The buttons below a step. */
function Actions({ step, busy, onBack, children }: ActionsProps) {
  const ready = useHydrated();
  const { platformFeePercent } = useSite();
  const isLast = step === lastPoolFormStep;
  return (
    <div className="mt-8 flex flex-wrap items-center gap-4 border-t border-line pt-6 max-sm:[&>.btn]:w-full">
      <Button
        key={step}
        type="submit"
        variant="primary"
        size="lg"
        busy={busy}
        disabled={!ready}
        className="disabled:opacity-100!"
        // The second click of a double click on "Continue" must not publish the pool.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {isLast ? t`Create pool` : t`Continue`}
      </Button>
      {step > 0 ? (
        <Button size="lg" disabled={!ready} className="disabled:opacity-100!" onClick={onBack}>
          {t({ message: 'Back', context: 'leads to the previous step' })}
        </Button>
      ) : null}
      {children}
      {isLast ? (
        <p className="grow basis-70 text-sm text-muted">
          <RichText
            text={msg`<b>Starting a pool is free.</b> Cards are charged only when the goal is met and the creator accepts. ${{ fee: formatPercent(platformFeePercent) }} and card costs come out of the creator’s share. If nothing is delivered, everyone is refunded.`}
            tags={{ b: (text) => <b className="text-ink">{text}</b> }}
          />
        </p>
      ) : null}
    </div>
  );
}

function useTerms(draft: PoolDraft) {
  const chosen = useData(askedCreator(draft.creator?.username ?? ''), { enabled: draft.creator !== null }).data;
  // Creators may start any pool for themselves.
  return draft.creator && chosen && !chosen.isOwner ? chosen.requestTerms : null;
}

function usePoolCreation(drafting: ReturnType<typeof usePoolDraft>, terms: RequestTerms | null) {
  const { draft } = drafting;
  const form = usePoolSubmit(draft, terms ? termsFaults(terms, draft) : {}, {
    onCreated: (pool) => {
      drafting.finish();
      // The pool's page asks for the first pledge, and to share it.
      rememberNewPool(pool.id);
      navigate(pool.canonicalPath);
    },
    onFault: (field) => steps.showField(field),
  });
  const { isValid, check } = form;
  const steps = usePoolFormSteps({ isValid, check, isLoaded: drafting.isLoaded });
  return { form, steps };
}

interface CreatorFieldProps {
  creator: CreatorSummary | null;
  onChange: (creator: CreatorSummary | null) => void;
  onAdd: (name: string) => void;
  terms: RequestTerms | null;
}

function CreatorField({ creator, onChange, onAdd, terms }: CreatorFieldProps) {
  return (
    <>
      <CreatorPicker creator={creator} onChange={onChange} onAdd={onAdd} />
      {creator ? (
        <RequestTermsNote
          name={creator.displayName}
          terms={terms}
          title={t`Request terms of ${{ name: creator.displayName }}`}
        />
      ) : null}
    </>
  );
}

function CreatePool({ user, ended }: { user: CurrentUser; ended: Pool | undefined }) {
  const asked = useSearch().get('creator') ?? '';
  const creator = useData(askedCreator(asked), { enabled: asked !== '' }).data ?? null;
  const drafting = usePoolDraft(user.id, creator, ended?.adultGate === null ? draftFrom(ended) : null);
  const { draft } = drafting;
  const terms = useTerms(draft);
  const { form, steps } = usePoolCreation(drafting, terms);
  const { current } = steps;
  /** The name of the creator that the person adds. */
  const [adding, setAdding] = useState<string>();
  const startOver = () => {
    drafting.discard();
    steps.restart();
  };
  return (
    <>
      <PageHeader back title={t`Create pool`} lead={t`Say what you want made and how much it should cost.`} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,--spacing(160))_minmax(0,--spacing(85))]">
        <form
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (current === lastPoolFormStep) void form.submit();
            else steps.open(current + 1);
          }}
        >
          <StepRail steps={steps} />
          <PoolForm
            drafting={drafting}
            faults={form.faults}
            onTouch={form.touch}
            step={current}
            onShowField={steps.showField}
            terms={terms}
            creatorField={(picked, onChange) => (
              <CreatorField creator={picked} onChange={onChange} onAdd={setAdding} terms={terms} />
            )}
            preview={
              <div className="lg:hidden">
                <Preview draft={draft} user={user} />
              </div>
            }
          />
          <Actions step={current} busy={form.busy} onBack={steps.back}>
            <StartOver empty={isEmptyDraft(draft)} onDiscard={startOver} />
          </Actions>
        </form>
        <aside aria-label={t`Preview`} className="max-lg:hidden">
          <div className="sticky top-6">
            <Preview draft={draft} user={user} />
          </div>
        </aside>
      </div>
      {adding === undefined ? null : (
        <AddCreatorDialog
          name={adding}
          onAdded={(added) => drafting.change({ creator: added })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  );
}

export function Component() {
  const user = useUser();
  const again = useSearch().get('again') ?? '';
  const ended = useData(endedPool(again), { enabled: again !== '' });
  // The form begins with what the pool asked for.
  if (again !== '' && !ended.data && !ended.error) return null;
  // The route admits only signed-in users. If the session has just ended, the page stays empty until the redirect.
  return user ? <CreatePool key={again} user={user} ended={ended.data} /> : null;
}
