import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Category, CreatorSummary } from '#contract/creators/creators.ts';
import { isAdultCategory, limits } from '#contract/limits.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { AgeGate } from '#web/age/age-gate.tsx';
import { useData } from '#web/data/query.ts';
import { PicturesField } from '#web/pictures/pictures-field.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { poolCategories } from './feed-queries.ts';
import { PoolCategoriesField } from './pool-categories-field.tsx';
import { dayAfter, daysUntil, type PoolDraft } from './pool-draft.ts';
import { PoolFormStep, poolFormSteps } from './pool-form-step.tsx';
import type { usePoolDraft } from './use-pool-draft.ts';
import type { PoolFormErrors } from './use-pool-submit.ts';

function AdultNotice() {
  return (
    <div className="notice" role="status">
      <CircleAlert aria-hidden="true" />
      <p>
        An admin reviews adult pools before they open. Only people who confirm that they are 18 or older can see them.
      </p>
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
      label="Deadline"
      type="date"
      name="deadline"
      min={here ? dayAfter(min) : undefined}
      max={here ? dayAfter(max) : undefined}
      value={shown}
      onChange={(event) => onDay(event.target.value)}
      onBlur={onBlur}
      error={error}
      hint={
        days >= min && days <= max ? `In ${count(days, 'day')}. Choose ${min} to ${max} days.` : `In ${usual} days.`
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
  /** Shows what is missing in these fields. Returns true if nothing is. */
  onCheck: (fields: readonly (keyof PoolFormErrors)[]) => boolean;
  /** Below the last field. */
  children: ReactNode;
}

function toggleAdult(draft: PoolDraft, categories: readonly Category[] | undefined) {
  const adult = draft.categories.filter(isAdultCategory);
  return {
    isAdult: adult.length > 0 && categories !== undefined,
    without: draft.categories.filter((name) => !adult.includes(name)),
  };
}

/** All fields of a new pool, in three steps. */
export function PoolForm({ drafting, faults, onTouch, creatorField, onCheck, children }: PoolFormProps) {
  const { draft, change, changeImages, discards } = drafting;
  const categories = useData(poolCategories).data;
  const { isAdult, without } = toggleAdult(draft, categories);
  const [idea, ask, look] = poolFormSteps;
  return (
    <>
      <PoolFormStep step={idea} onCheck={onCheck}>
        <TextField
          label="Title"
          name="title"
          value={draft.title}
          maxLength={limits.poolTitle.max}
          counter={[draft.title.length, limits.poolTitle.max]}
          placeholder="A live set of the lost second album"
          error={faults.title}
          onChange={(event) => change({ title: event.target.value })}
          onBlur={() => onTouch('title')}
        />
        <TextArea
          label="Description"
          name="description"
          rows={5}
          value={draft.description}
          maxLength={limits.poolDescription.max}
          counter={[draft.description.length, limits.poolDescription.max]}
          hint="Say what to make, how long, and who it is for. This text is what the creator accepts."
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
        {isAdult ? <AdultNotice /> : null}
        <AgeGate active={isAdult} onRefuse={() => change({ categories: without })} />
      </PoolFormStep>
      <PoolFormStep step={ask} onCheck={onCheck}>
        {/* A chosen creator has no field that could take the focus of its error. */}
        <div
          id={draft.creator ? 'creatorProfileId' : undefined}
          tabIndex={draft.creator ? -1 : undefined}
          className="grid gap-4"
        >
          {creatorField(draft.creator, (creator) => change({ creator }))}
        </div>
        {faults.creatorProfileId ? <p className="field-error -mt-5 text-sm">{faults.creatorProfileId}</p> : null}
        <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
          <MoneyField
            key={discards}
            label="Goal"
            name="fundingGoal"
            cents={draft.goalCents}
            onCents={(goalCents) => change({ goalCents })}
            onBlur={() => onTouch('fundingGoal')}
            placeholder="500"
            hint={`US dollars, ${formatMoney(limits.goalCents.min)} to ${formatMoney(limits.goalCents.max)}.`}
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
      <PoolFormStep step={look} onCheck={onCheck}>
        <PicturesField
          images={draft.images}
          onChange={changeImages}
          error={faults.imageIds}
          most={limits.poolImages}
          hasMain
          note="Without a picture, we draw one for you."
        />
        {children}
      </PoolFormStep>
    </>
  );
}
