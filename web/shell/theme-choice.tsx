import { useSyncExternalStore } from 'react';
import { chooseTheme, type ThemeChoice, themeChosen, watchTheme } from '#web/data/theme.ts';
import { Checkbox } from '#web/ui/field.tsx';

const choices: readonly [ThemeChoice, string, string][] = [
  ['system', 'As this device', 'Light by day and dark by night, where the device does so.'],
  ['light', 'Light', 'Warm paper.'],
  ['dark', 'Dark', 'Deep aubergine.'],
];

/** Light, dark or what the system says; on this device. */
export function ThemeChooser() {
  const chosen = useSyncExternalStore<ThemeChoice | undefined>(watchTheme, themeChosen, () => undefined);
  return (
    <fieldset className="card px-5 py-2.5">
      <legend className="sr-only">Theme</legend>
      {choices.map(([choice, label, note]) => (
        <Checkbox
          key={choice}
          type="radio"
          name="theme"
          label={label}
          note={note}
          checked={chosen === choice}
          disabled={chosen === undefined}
          onChange={() => chooseTheme(choice)}
        />
      ))}
    </fieldset>
  );
}
