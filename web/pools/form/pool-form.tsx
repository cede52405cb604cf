import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Category, CreatorSummary, RequestTerms } from '#contract/creators/creators.ts';
import { plural, sentenceSpace, sentences, type Text, t } from '#contract/language/text.ts';
import { isAdultCategory, limits } from '#contract/limits.ts';
import { formatAmount, formatMoney } from '#contract/values/money.ts';
import { AgeGate } from '#web/age/age-gate.tsx';
import { useData } from '#web/data/query.ts';
import { PicturesField } from '#web/pictures/pictures-field.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { poolCategories } from '../feed-queries.ts';
import { PoolCategoriesField } from './pool-categories-field.tsx';
import { dayAfter, daysUntil, type PoolDraft } from './pool-draft.ts';
import { PoolFormStep } from './pool-form-step.tsx';
import type { usePoolDraft } from './use-pool-draft.ts';
import type { PoolFormErrors } from './use-pool-submit.ts';

function AdultNotice() {
  return (
    <div className="notice" role="status">
      <CircleAlert aria-hidden="true" />
      <p>{t`An admin reviews adult pools before they open. Only people who confirm that they are 18 or older can see them.`}</p>
    </div>
  );
}

function DayField({
  day,
  onDay,
  onBlur,
  error,
}: {
  day: string;
  onDay: (day: string) => void;
  onBlur: () => void;
  error?: string;
}) {
  // The server does not know the user's time zone, so only the browser shows a date.
  const here = useHydrated();
  const { min, max, default: usual } = limits.fundingDays;
  const shown = day || (here ? dayAfter(usual) : '');
  const days = daysUntil(shown);
  return (
    <TextField
      label={t`Deadline`}
      type="date"
      name="deadline"
      min={here ? dayAfter(min) : undefined}
      max={here ? dayAfter(max) : undefined}
      value={shown}
      onChange={(event) => onDay(event.target.value)}
      onBlur={onBlur}
      error={error}
      hint={
        days >= min && days <= max
          ? t`In ${plural({ days }, { one: '# day', other: '# days' })}. Choose ${{ least: min }} to ${plural({ most: max }, { one: '# day', other: '# days' })}.`
          : t`In ${plural({ days: usual }, { one: '# day', other: '# days' })}.`
      }
    />
  );
}

/** Renders the field that shows and changes the pool's creator. The page provides it. */
export type CreatorField = (
  creator: CreatorSummary | null,
  onChange: (creator: CreatorSummary | null) => void,
) => ReactNode;

export interface PoolFormProps {
  drafting: ReturnType<typeof usePoolDraft>;
  faults: PoolFormErrors;
  onTouch: (field: keyof PoolFormErrors) => void;
  creatorField: CreatorField;
  /** The request terms of the chosen creator, if they apply. */
  terms: RequestTerms | null;
  /** The index of the step on the screen. */
  step: number;
  /** Leads to a field, also on another step. */
  onShowField: (field: keyof PoolFormErrors) => void;
  /** Below the fields of the last step. */
  preview: ReactNode;
}

function toggleAdult(draft: PoolDraft, categories: readonly Category[] | undefined) {
  const adult = draft.categories.filter(isAdultCategory);
  return {
    isAdult: adult.length > 0 && categories !== undefined,
    without: draft.categories.filter((name) => !adult.includes(name)),
  };
}

/** The goals that we and the chosen creator allow. */
function goalHint(creator: CreatorSummary | null, terms: RequestTerms | null): Text {
  const { min, max } = limits.goalCents;
  const least = terms?.minimumGoal ?? null;
  const lowest = terms?.declinesBelowMinimum ? Math.max(min, least ?? min) : min;
  const range = t`US dollars, ${{ least: formatMoney(lowest) }} to ${{ most: formatMoney(max) }}.`;
  if (!creator || least === null) return range;
  const name = creator.displayName;
  const amount = formatMoney(least);
  return sentences(
    range,
    terms?.declinesBelowMinimum
      ? t`${{ creator: name }} takes requests with a goal of ${{ amount }} or more.`
      : t`${{ creator: name }} prefers requests with a goal of ${{ amount }} or more.`,
  );
}

type StepFields = Omit<PoolFormProps, 'creatorField' | 'preview' | 'terms' | 'onShowField'>;

function IdeaStep({ drafting, faults, onTouch, step }: StepFields) {
  const { draft, change } = drafting;
  const categories = useData(poolCategories).data;
  return (
    <PoolFormStep index={0} current={step}>
      <TextField
        label={t`Title`}
        name="title"
        value={draft.title}
        maxLength={limits.poolTitle.max}
        counter={[draft.title.length, limits.poolTitle.max]}
        placeholder={t`A live set of the lost second album`}
        error={faults.title}
        onChange={(event) => change({ title: event.target.value })}
        onBlur={() => onTouch('title')}
      />
      <TextArea
        label={t`Description`}
        name="description"
        rows={5}
        value={draft.description}
        maxLength={limits.poolDescription.max}
        counter={[draft.description.length, limits.poolDescription.max]}
        hint={t`Say what to make, how long, and who it is for. This text is what the creator accepts.`}
        error={faults.description}
        onChange={(event) => change({ description: event.target.value })}
        onBlur={() => onTouch('description')}
      />
      <PoolCategoriesField
        categories={categories}
        chosen={draft.categories}
        onChange={(chosen) => change({ categories: chosen })}
        error={faults.categories}
      />
      {toggleAdult(draft, categories).isAdult ? <AdultNotice /> : null}
    </PoolFormStep>
  );
}

/** The categories are on another step, so the refusal of the chosen creator appears here, too. */
function CategoriesRefused({ fault, onChange }: { fault: string; onChange: () => void }) {
  return (
    <div className="notice" data-tone="danger" role="alert">
      <CircleAlert aria-hidden="true" />
      <p>
        <span>{fault}</span>
        {sentenceSpace()}
        <button type="button" className="link tap" onClick={onChange}>{t`Change your categories`}</button>
      </p>
    </div>
  );
}

function AskStep({
  drafting,
  faults,
  onTouch,
  creatorField,
  terms,
  step,
  onShowField,
}: Omit<PoolFormProps, 'preview'>) {
  const { draft, change, discards } = drafting;
  return (
    <PoolFormStep index={1} current={step}>
      {/* A chosen creator has no field that could take the focus of its error. */}
      <div
        id={draft.creator ? 'creatorProfileId' : undefined}
        tabIndex={draft.creator ? -1 : undefined}
        className="grid gap-4"
      >
        {creatorField(draft.creator, (creator) => {
          change({ creator });
          // A typed goal may be too small for this creator.
          if (draft.goalCents !== null) onTouch('fundingGoal');
        })}
      </div>
      {faults.creatorProfileId ? <p className="field-error -mt-5 text-sm">{faults.creatorProfileId}</p> : null}
      {draft.creator && faults.categories ? (
        <CategoriesRefused fault={faults.categories} onChange={() => onShowField('categories')} />
      ) : null}
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <MoneyField
          key={discards}
          label={t`Goal`}
          name="fundingGoal"
          cents={draft.goalCents}
          onCents={(goalCents) => change({ goalCents })}
          onBlur={() => onTouch('fundingGoal')}
          placeholder={formatAmount(500_00)}
          hint={goalHint(draft.creator, terms)}
          error={faults.fundingGoal}
        />
        <DayField
          day={draft.day}
          onDay={(day) => change({ day })}
          onBlur={() => onTouch('deadline')}
          error={faults.deadline}
        />
      </div>
    </PoolFormStep>
  );
}

/** All fields of a new pool, in three steps. */
export function PoolForm({ preview, ...fields }: PoolFormProps) {
  const { drafting, faults, step } = fields;
  const { draft, change, changeImages } = drafting;
  const { isAdult, without } = toggleAdult(draft, useData(poolCategories).data);
  return (
    <>
      <IdeaStep {...fields} />
      <AskStep {...fields} />
      <PoolFormStep index={2} current={step}>
        <PicturesField
          images={draft.images}
          onChange={changeImages}
          error={faults.imageIds}
          most={limits.poolImages}
          hasMain
          note={t`Without a picture, we draw one for you.`}
        />
        {preview}
      </PoolFormStep>
      {/* Outside of the steps, because a modal dialog in a hidden step would block the page. */}
      <AgeGate active={isAdult} onRefuse={() => change({ categories: without })} />
    </>
  );
}
