import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getCreator, getRequestTerms, listCategories, setRequestTerms } from '#contract/calls/creators.ts';
import type { RequestTerms } from '#contract/creators/creators.ts';
import { type OwnRequestTerms, requestTermsForm } from '#contract/creators/request-terms.ts';
import { compareNames, formatItems } from '#contract/language/lists.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath } from '#contract/paths.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { type LanguageCode, languageCodes, nameOfLanguage } from '#contract/values/languages.ts';
import { formatAmount, formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { optional, query, useData, useRefresh } from '#web/data/query.ts';
import { useTwoEdits } from '#web/data/two-edits.ts';
import { Button } from '#web/ui/button.tsx';
import { EditClashNotice } from '#web/ui/edit-clash.tsx';
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { PickField } from '#web/ui/forms/pick-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast } from '#web/ui/toast.tsx';
import { requestTerms } from './dashboard-data.ts';

type Faults = Partial<Record<keyof RequestTerms, string>>;
type Change = (part: Partial<RequestTerms>) => void;

const categories = optional(query(listCategories));

function faultsOf(terms: RequestTerms): Faults {
  const faults: Faults = {};
  for (const issue of requestTermsForm.safeParse(terms).error?.issues ?? []) {
    faults[issue.path[0] as keyof RequestTerms] ??= issue.message;
  }
  return faults;
}

/** Categories and languages. Choosing none restricts nothing. */
function Choices({ terms, change }: { terms: RequestTerms; change: Change }) {
  const all = useData(categories).data;
  const codesByName = new Map(languageCodes.map((code) => [nameOfLanguage(code) as string, code]));
  return (
    <>
      <PickField
        id="terms-categories"
        legend={t`Categories`}
        options={all && inOrderOfNames(all)}
        chosen={terms.categories}
        textOf={categoryText}
        onChange={(names) => change({ categories: names })}
        note={
          terms.categories.length === 0
            ? t`You take requests in every category. Choose some to take requests only in those.`
            : t`Fans can only start pools for you in these categories.`
        }
      />
      <PickField
        id="terms-languages"
        legend={t`Languages you work in`}
        options={languageCodes
          .map((code) => ({ name: nameOfLanguage(code) }))
          .sort((one, other) => compareNames(one.name, other.name))}
        chosen={terms.languages.map(nameOfLanguage)}
        onChange={(names) => change({ languages: names.flatMap((name) => codesByName.get(name) ?? []) })}
        note={t`Optional. Fans see them on your profile.`}
      />
    </>
  );
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (moment: string | null) => moment?.slice(0, 10) ?? '';
/** Noon UTC, so that every time zone shows the chosen day or the day before or after it, never two days off. */
const momentOf = (day: string) => (day === '' ? null : `${day}T12:00:00.000Z`);

function Vacation({ terms, faults, change }: { terms: RequestTerms; faults: Faults; change: Change }) {
  const here = useHydrated();
  const tomorrow = here ? new Date(Date.now() + dayMs).toISOString().slice(0, 10) : undefined;
  return (
    <div className="grid gap-4">
      <Checkbox
        label={t`Vacation mode`}
        note={t`Fans can’t start new pools for you. Open requests and their deadlines continue.`}
        checked={terms.away}
        onChange={(event) => change({ away: event.target.checked, awayUntil: null })}
      />
      {terms.away ? (
        <TextField
          label={t`Back on`}
          type="date"
          optional
          min={tomorrow}
          value={dayOf(terms.awayUntil)}
          error={faults.awayUntil}
          hint={t`Vacation mode ends automatically on this day. Leave it empty to end it yourself.`}
          onChange={(event) => change({ awayUntil: momentOf(event.target.value) })}
        />
      ) : null}
    </div>
  );
}

function MinimumGoal({ terms, faults, change }: { terms: RequestTerms; faults: Faults; change: Change }) {
  const { min } = limits.goalCents;
  return (
    <div className="grid gap-4">
      <MoneyField
        label={t`Minimum goal`}
        optional
        cents={terms.minimumGoal}
        placeholder={formatAmount(min)}
        error={faults.minimumGoal}
        hint={t`US dollars. Without one, a pool’s goal is at least ${{ amount: formatMoney(min) }}.`}
        onCents={(minimumGoal) => change({ minimumGoal })}
      />
      <Checkbox
        label={t`Decline smaller goals automatically`}
        note={
          terms.declinesBelowMinimum
            ? t`Fans can’t start a pool for you below the minimum.`
            : t`The minimum is a guide on your profile. Fans can still start smaller pools.`
        }
        checked={terms.declinesBelowMinimum}
        onChange={(event) => change({ declinesBelowMinimum: event.target.checked })}
      />
    </div>
  );
}

/** The terms as two edits of them are compared: the vacation is one field, because its last day means nothing without it. */
type ComparedTerms = Omit<RequestTerms, keyof VacationTerms> & { vacation: VacationTerms };
type VacationTerms = Pick<RequestTerms, 'away' | 'awayUntil'>;

const comparedOf = ({ away, awayUntil, ...rest }: RequestTerms): ComparedTerms => ({
  ...rest,
  vacation: { away, awayUntil },
});
const termsIn = ({ vacation, ...rest }: Partial<ComparedTerms>): Partial<RequestTerms> => ({ ...rest, ...vacation });

const labels = (): Record<keyof ComparedTerms, Text> => ({
  categories: t`Categories`,
  minimumGoal: t`Minimum goal`,
  declinesBelowMinimum: t`Decline smaller goals automatically`,
  languages: t`Languages you work in`,
  declines: t`What you decline`,
  vacation: t`Vacation mode`,
});

const switchText = (isOn: boolean): Text =>
  isOn ? t({ message: 'On', context: 'a setting' }) : t({ message: 'Off', context: 'a setting' });

function shown(name: keyof ComparedTerms, value: ComparedTerms[keyof ComparedTerms]): Text {
  if (typeof value === 'boolean') return switchText(value);
  if (typeof value === 'number') return formatMoney(value);
  if (Array.isArray(value)) {
    const words = name === 'languages' ? value.map((code) => nameOfLanguage(code as LanguageCode)) : value;
    return words.length > 0 ? formatItems(words) : t`No restriction`;
  }
  if (value === null || value === '') return t({ message: 'Empty', context: 'no text was entered' });
  if (typeof value === 'string') return verbatim(value);
  return value.away && value.awayUntil ? t`On until ${{ date: fullDate(value.awayUntil) }}` : switchText(value.away);
}

const fieldsOf = ({ version, ...fields }: OwnRequestTerms): RequestTerms => fields;
const readOf = (saved: OwnRequestTerms) => ({ version: saved.version, fields: comparedOf(fieldsOf(saved)) });

function Fields({ saved, username }: { saved: OwnRequestTerms; username: string }) {
  const refresh = useRefresh();
  const [terms, setTerms] = useState(fieldsOf(saved));
  const [tried, setTried] = useState(false);
  const change: Change = (part) => setTerms((before) => ({ ...before, ...part }));
  const edits = useTwoEdits<ComparedTerms>(
    readOf(saved),
    (part) => change(termsIn(part)),
    // A refusal contains the fields of the API.
    (now) => comparedOf(now as ComparedTerms & RequestTerms),
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      edits.save(comparedOf(terms), (changed, version) =>
        call(setRequestTerms, { body: { ...termsIn(changed), version } }),
      ),
    onSuccess: async (now) => {
      if (!now) return;
      edits.setRead(readOf(now));
      setTerms(fieldsOf(now));
      await refresh(getRequestTerms, getCreator);
      toast({ title: t`Saved`, description: t`New pools must follow these terms from now on.` });
    },
  });
  const refused = error ? asAppError(error) : undefined;
  const own = faultsOf(terms);
  const faults: Faults = { ...refused?.details.fields, ...(tried ? own : {}) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(own).length === 0) mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="card grid max-w-180 gap-6 p-5 md:p-6">
      {edits.clash ? (
        <EditClashNotice clash={edits.clash} labels={labels()} show={shown} onChoose={edits.choose} />
      ) : null}
      <Vacation terms={terms} faults={faults} change={change} />
      <MinimumGoal terms={terms} faults={faults} change={change} />
      <Choices terms={terms} change={change} />
      <TextArea
        label={t`What you decline`}
        optional
        rows={3}
        value={terms.declines}
        maxLength={limits.requestDeclines}
        counter={[terms.declines.length, limits.requestDeclines]}
        error={faults.declines}
        hint={t`Fans read this before they start a pool for you.`}
        onChange={(event) => change({ declines: event.target.value })}
      />
      {refused && !refused.details.fields ? (
        <p className="field-error" role="alert">
          {refused.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" busy={isPending}>{t`Save terms`}</Button>
        <TextLink to={creatorPath(username)}>{t`See them on your profile`}</TextLink>
      </div>
    </form>
  );
}

/** The terms under which the creator takes new requests. */
export function RequestTermsForm({ username }: { username: string }) {
  const terms = useData(requestTerms);
  return (
    <section aria-labelledby="request-terms">
      <h2 id="request-terms">{t`Request terms`}</h2>
      <p className="mt-1 mb-5 max-w-text text-muted">{t`Your profile shows these terms, and pools that break them can’t be started. They apply to new pools only.`}</p>
      <Loaded of={terms} loading={<Skeleton className="h-125 rounded-xl" />} failed={t`We couldn’t load your terms`}>
        {(saved) => <Fields saved={saved} username={username} />}
      </Loaded>
    </section>
  );
}
