import { TriangleAlert, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { getProduction, listPerformers, recordProduction } from '#contract/calls/delivery.ts';
import { formatItems } from '#contract/language/lists.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { query, useData, useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextField } from '#web/ui/forms/field.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const loadDialog = async () => (await import('./performer-dialog.tsx')).PerformerDialog;
const PerformerDialog = lazyComponent(loadDialog, { browserOnly: true });

interface ProductionDraft {
  producedOn: string;
  performerIds: string[];
  showsNoOne: boolean;
}

export interface ProductionState {
  /** False for pools that are not adult: nothing is shown and nothing is saved. */
  required: boolean;
  /** The operator has not set up record keeping, so the pool cannot be delivered. */
  closed: boolean;
  draft: ProductionDraft;
  change: (part: Partial<ProductionDraft>) => void;
  /** The reason why the draft cannot be saved yet. */
  fault: Text | undefined;
  save: () => Promise<void>;
  /** Reads the saved record again. */
  refresh: () => Promise<void>;
  loading: Pick<ReturnType<typeof useData>, 'data' | 'error' | 'refetch' | 'isFetching'>;
}

const productionOf = (poolId: string) => query(getProduction, { params: { id: poolId } });

/** The record of who is shown in a delivery; starts from the latest record of the pool. */
export function useProduction(poolId: string): ProductionState {
  const record = useData(productionOf(poolId));
  const refreshNow = useRefresh();
  const [draft, setDraft] = useState<ProductionDraft>({ producedOn: '', performerIds: [], showsNoOne: false });
  const saved = record.data?.production;
  useEffect(() => {
    if (saved)
      setDraft({ producedOn: saved.producedOn, performerIds: saved.performerIds, showsNoOne: saved.showsNoOne });
  }, [saved]);
  const { required = false, open = true } = record.data ?? {};
  const { producedOn, performerIds, showsNoOne } = draft;
  const unnamed = !showsNoOne && performerIds.length === 0;
  return {
    required,
    closed: required && !open,
    draft,
    change: (part) => setDraft((now) => ({ ...now, ...part })),
    fault: !required
      ? undefined
      : unnamed
        ? t`Choose everyone shown, or state that no real person is shown.`
        : producedOn === ''
          ? t`Enter the date of production.`
          : undefined,
    save: async () => {
      if (!required) return;
      const body = { producedOn, showsNoOne, performerIds: showsNoOne ? [] : performerIds };
      await call(recordProduction, { params: { id: poolId }, body });
    },
    refresh: async () => {
      if (required) await refreshNow(getProduction);
    },
    loading: record,
  };
}

function People({ draft, change }: Pick<ProductionState, 'draft' | 'change'>) {
  const people = useData(query(listPerformers));
  const [adding, setAdding] = useState(false);
  const { performerIds } = draft;
  const toggle = (id: string) =>
    change({
      performerIds: performerIds.includes(id) ? performerIds.filter((other) => other !== id) : [...performerIds, id],
    });
  if (people.error && !people.data) {
    return (
      <ErrorState
        title={t`We couldn’t load your records`}
        error={people.error}
        onRetry={() => void people.refetch()}
        busy={people.isFetching}
      />
    );
  }
  if (!people.data) return <Skeleton className="h-20" />;
  return (
    <fieldset className="grid gap-2.5">
      <legend className="field-label mb-1.5">{t`Everyone shown`}</legend>
      {people.data.performers.map(({ id, legalName, aliases }) => (
        <Checkbox
          key={id}
          label={legalName}
          note={aliases.length > 0 ? t`Also known as ${{ names: formatItems(aliases) }}` : undefined}
          checked={performerIds.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
      <Button
        size="sm"
        className="w-max"
        icon={<UserPlus aria-hidden="true" />}
        onPointerEnter={() => prefetch(loadDialog)}
        onClick={() => setAdding(true)}
      >{t`Add a person`}</Button>
      {adding ? (
        <PerformerDialog
          onClose={() => setAdding(false)}
          onAdded={({ id }) => {
            change({ performerIds: [...performerIds, id] });
            setAdding(false);
          }}
        />
      ) : null}
    </fieldset>
  );
}

/** Asks who is shown in an adult delivery. Renders nothing for other pools. */
export function ProductionRecord({ production, error }: { production: ProductionState; error: Text | undefined }) {
  const { required, closed, draft, change, loading } = production;
  if (!loading.data && loading.error) {
    return (
      <ErrorState
        title={t`We couldn’t load the record of this delivery`}
        error={loading.error}
        onRetry={() => void loading.refetch()}
        busy={loading.isFetching}
      />
    );
  }
  if (!required) return null;
  return (
    <section aria-labelledby="people-shown" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="people-shown" className="text-lg">{t`People in this delivery`}</h2>
        <p className="text-muted">
          <RichText
            text={msg`This is an adult pool. The law requires a record of everyone shown (<law>18 U.S.C. 2257</law>). Everyone must have been 18 or older.`}
            tags={{ law: (text) => <TextLink to={paths.usc2257}>{text}</TextLink> }}
          />
        </p>
      </div>
      {closed ? (
        <p className="notice">
          <TriangleAlert aria-hidden="true" />
          <span>{t`You can’t deliver adult pools here yet: the operator has not set up record keeping. Your files and texts are kept.`}</span>
        </p>
      ) : (
        <>
          <Checkbox
            label={t`No real person is shown`}
            note={t`For example a drawing, a text or music.`}
            checked={draft.showsNoOne}
            onChange={(event) => change({ showsNoOne: event.target.checked })}
          />
          {draft.showsNoOne ? null : <People draft={draft} change={change} />}
          <div className="max-w-60">
            <TextField
              label={t`Date of production`}
              type="date"
              value={draft.producedOn}
              onChange={(event) => change({ producedOn: event.target.value })}
            />
          </div>
          {error ? (
            <p className="field-error" role="alert">
              {error}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}
