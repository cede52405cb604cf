import { Search, UserRoundPlus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { searchCreators } from '#contract/calls/creators.ts';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { query, useData } from '#web/data/query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { CreatorLine } from './creator-line.tsx';

function useMatches(text: string) {
  const name = useDebounced(text.trim(), limits.creatorSearch.debounceMs);
  const enabled = name.length >= limits.creatorSearch.min;
  const wanted = query(searchCreators, { query: { name, limit: limits.creatorSearch.max } });
  const found = useData(wanted, { enabled });
  return { matches: enabled ? found.data : undefined, failed: enabled && found.error !== null, name };
}

function noteOf(state: ReturnType<typeof useMatches>): Text {
  if (state.failed) return t`The search failed. Keep typing to try again.`;
  if (state.matches?.length === 0)
    return t`We found no creator named “${{ name: state.name }}”. Add them, or leave this empty.`;
  return t`Search by name. If you leave it empty, any verified creator can take it on.`;
}

const isNamed = (name: string, { displayName, username }: CreatorSummary) =>
  [displayName, username].some((known) => known.toLowerCase() === name.toLowerCase());

interface SearchFieldProps {
  onPick: (creator: CreatorSummary) => void;
  onAdd: (name: string) => void;
}

function SearchField({ onPick, onAdd }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const state = useMatches(text);
  const matches = closed ? [] : (state.matches ?? []);
  const onKeyDown = (event: KeyboardEvent) => {
    // A typed name is not a choice yet, so Enter must not leave the step.
    if (event.key === 'Enter' && text.trim() !== '') event.preventDefault();
    if (matches.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + matches.length) % matches.length);
    else if (event.key === 'Enter') {
      const creator = matches[active];
      if (creator) onPick(creator);
    } else if (event.key === 'Escape') setClosed(true);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <TextField
        label={t`Creator`}
        optional
        hint={noteOf(state)}
        lead={<Search aria-hidden="true" />}
        inputMode="search"
        name="creatorProfileId"
        role="combobox"
        aria-expanded={matches.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={matches[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={t`Who should make it?`}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setClosed(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
        onFocus={() => setClosed(false)}
      />
      <div
        id={id}
        role="listbox"
        aria-label={t`Creators`}
        className="absolute inset-x-0 top-20 z-10 rounded-lg bg-raised p-1.5 shadow-float"
        hidden={matches.length === 0}
      >
        {matches.map((creator, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
          <div
            key={creator.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 aria-selected:bg-hover"
            // Keeps the focus in the field, because its blur would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onPointerEnter={() => setActive(index)}
            onClick={() => onPick(creator)}
          >
            <CreatorLine creator={creator} />
          </div>
        ))}
      </div>
      {state.matches && !state.matches.some((creator) => isNamed(state.name, creator)) ? (
        <Button
          className="mt-2 max-w-full"
          icon={<UserRoundPlus aria-hidden="true" />}
          onClick={() => onAdd(state.name)}
        >
          <span className="truncate rtl:whitespace-normal">{t`Add “${{ name: state.name }}”`}</span>
        </Button>
      ) : null}
    </div>
  );
}

export interface CreatorPickerProps {
  creator: CreatorSummary | null;
  onChange: (creator: CreatorSummary | null) => void;
  /** Adds a creator that the search does not find. */
  onAdd: (name: string) => void;
}

function Picked({ creator, onRemove }: { creator: CreatorSummary; onRemove: () => void }) {
  return (
    <div className="field">
      <span className="field-label">{t`Creator`}</span>
      <div className="flex min-h-14 items-center gap-3 rounded-md bg-surface py-1.5 ps-3 pe-1.5 ring-1 ring-line-strong">
        <CreatorLine creator={creator} />
        <IconButton label={t`Remove ${{ name: creator.displayName }}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <p className="field-note">
        {creator.status !== 'unclaimed'
          ? t`We notify them when the goal is met, and they accept or decline.`
          : t`They haven’t joined yet. Fans can pledge, and we ask the creator to join.`}
      </p>
    </div>
  );
}

/** Selects the pool's target creator by typing a part of the name. */
export function CreatorPicker({ creator, onChange, onAdd }: CreatorPickerProps) {
  return (
    // A section, because it keeps the focus when the search field and the picked creator replace each other.
    <section aria-label={t`Who makes it`} className="min-w-0">
      {creator ? (
        <Picked creator={creator} onRemove={() => onChange(null)} />
      ) : (
        <SearchField onPick={onChange} onAdd={onAdd} />
      )}
    </section>
  );
}
