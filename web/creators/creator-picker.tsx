import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type CreatorSummary, searchCreators } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import { query, useData } from '#web/data/query.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { CreatorLine } from './creator-line.tsx';

function useMatches(text: string) {
  const name = useDebounced(text.trim(), limits.creatorSearch.debounceMs);
  const enabled = name.length >= limits.creatorSearch.min;
  const wanted = query(searchCreators, { query: { name, limit: limits.creatorSearch.max } });
  const found = useData(wanted, { enabled });
  return { matches: enabled ? found.data : undefined, failed: enabled && found.error !== null, name };
}

function noteOf(state: ReturnType<typeof useMatches>): string {
  if (state.failed) return 'The search did not answer. Type on to try again.';
  if (state.matches?.length === 0) return `No creator called “${state.name}” here yet. You can leave this empty.`;
  return 'Search by name. Leave it empty and any verified creator may answer.';
}

function SearchField({ onPick }: { onPick: (creator: CreatorSummary) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const state = useMatches(text);
  const matches = closed ? [] : (state.matches ?? []);
  const onKeyDown = (event: KeyboardEvent) => {
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
        label="Creator"
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
        placeholder="Who should make it?"
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
      <div id={id} role="listbox" aria-label="Creators" className="picker-list" hidden={matches.length === 0}>
        {matches.map((creator, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on the field, which keeps the focus
          <div
            key={creator.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="picker-option"
            // So that the field keeps the focus, and its blur does not close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onPointerEnter={() => setActive(index)}
            onClick={() => onPick(creator)}
          >
            <CreatorLine creator={creator} />
          </div>
        ))}
      </div>
    </div>
  );
}

export interface CreatorPickerProps {
  creator: CreatorSummary | null;
  onChange: (creator: CreatorSummary | null) => void;
}

/** Who is asked; found by typing a part of the name. */
export function CreatorPicker({ creator, onChange }: CreatorPickerProps) {
  if (!creator) return <SearchField onPick={onChange} />;
  return (
    <div className="field">
      <span className="field-label">Creator</span>
      <div className="flex min-h-14 items-center gap-3 rounded-md bg-surface py-1.5 pr-1.5 pl-3 ring-1 ring-line-strong">
        <CreatorLine creator={creator} />
        <IconButton label={`Ask someone else than ${creator.displayName}`} onClick={() => onChange(null)}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <p className="field-note">
        {creator.status === 'verified'
          ? 'They are told when the goal is met, and say yes or no.'
          : 'They are not here yet. Fans can still show what they would pay.'}
      </p>
    </div>
  );
}
