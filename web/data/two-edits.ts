import { useState } from 'react';
import { asAppError } from './failures.ts';

/** The fields of an edit form as the form read them. */
export interface ReadState<Fields> {
  version: string | undefined;
  fields: Fields;
}

/** What another tab or device saved while this form was open. */
export interface EditClash<Fields> {
  mine: Fields;
  theirs: Fields;
  /** The fields that both have changed, to different values. */
  fields: (keyof Fields)[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : (JSON.stringify(value) ?? ''));

const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];

const isSame = <Fields extends object>(one: Fields, other: Fields, name: keyof Fields): boolean =>
  textOf(one[name]) === textOf(other[name]);

/** The fields that differ from those that the form read. Only these are sent. */
export function changesIn<Fields extends object>(fields: Fields, read: Fields): Partial<Fields> {
  const changed = namesOf(read).filter((name) => !isSame(fields, read, name));
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<Fields>;
}

/** The fields that this form and another edit have both changed, to different values. */
export function clashesOf<Fields extends object>(fields: Fields, read: Fields, saved: Fields): (keyof Fields)[] {
  return namesOf(read).filter(
    (name) => !isSame(fields, read, name) && !isSame(saved, read, name) && !isSame(fields, saved, name),
  );
}

/** Takes the saved value of every field that this form has not changed. */
export const mergeSaved = <Fields extends object>(fields: Fields, read: Fields, saved: Fields): Fields => ({
  ...saved,
  ...changesIn(fields, read),
});

/** The saved state that a refusal contains, reduced to the fields of the form. */
function currentIn<Fields extends object>(
  error: unknown,
  read: Fields,
  asRead: (saved: Fields) => Fields,
): ReadState<Fields> | undefined {
  const { current } = asAppError(error).details;
  if (!current) return undefined;
  const saved = asRead({ ...read, ...current.fields } as Fields);
  const fields = namesOf(read).map((name) => [name, saved[name]]);
  return { version: current.version, fields: Object.fromEntries(fields) as Fields };
}

/** Each try meets yet another edit only if others save at that moment. */
const mostTries = 4;

/**
 * Saves a form that others may edit at the same time. Sends only the changed fields, with the version that the form read. If another edit
 * was saved first, it merges the two when they changed different fields, and else keeps both values until the person has chosen. `take`
 * puts values into the form. `asRead` turns saved values into those that the form starts with.
 */
export function useTwoEdits<Fields extends object>(
  initial: ReadState<Fields>,
  take: (part: Partial<Fields>) => void,
  asRead: (saved: Fields) => Fields = (saved) => saved,
) {
  const [read, setRead] = useState(initial);
  const [clash, setClash] = useState<EditClash<Fields>>();

  /** Returns what `send` returns, or undefined if both edits changed the same fields. Throws every other failure. */
  async function save<Saved>(
    fields: Fields,
    send: (changed: Partial<Fields>, version: string | undefined) => Promise<Saved>,
  ): Promise<Saved | undefined> {
    let base = read;
    let mine = fields;
    for (let tries = 1; tries <= mostTries; tries++) {
      try {
        const saved = await send(changesIn(mine, base.fields), base.version);
        setClash(undefined);
        return saved;
      } catch (error) {
        const current = currentIn(error, base.fields, asRead);
        if (!current || tries === mostTries) throw error;
        const clashing = clashesOf(mine, base.fields, current.fields);
        mine = mergeSaved(mine, base.fields, current.fields);
        base = current;
        setRead(current);
        take(mine);
        if (clashing.length === 0) continue;
        setClash({ mine, theirs: current.fields, fields: clashing });
        return undefined;
      }
    }
  }
  const choose = (name: keyof Fields, whose: 'mine' | 'theirs') => {
    if (!clash) return;
    if (whose === 'theirs') take({ [name]: clash.theirs[name] } as unknown as Partial<Fields>);
    setClash({ ...clash, fields: clash.fields.filter((field) => field !== name) });
  };
  return { read, setRead, save, clash, choose };
}
