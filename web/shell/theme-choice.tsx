import { useSyncExternalStore } from 'react';
import { chooseTheme, type ThemeChoice, themeChosen, watchTheme } from '#web/data/theme.ts';
import { Checkbox } from '#web/ui/forms/field.tsx';

const choices: readonly [ThemeChoice, string, string][] = [
  ['system', 'Match this device', 'Follows the light or dark setting of your device.'],
  ['light', 'Light', 'Dark text on warm paper.'],
  ['dark', 'Dark', 'Light text on deep aubergine.'],
];

/** Chooses the theme for this device: light, dark, or the system's. */
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
