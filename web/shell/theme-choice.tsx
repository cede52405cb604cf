import { useSyncExternalStore } from 'react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { chooseTheme, type ThemeChoice, themeChosen, watchTheme } from '#web/data/theme.ts';
import { Checkbox } from '#web/ui/forms/field.tsx';

const choices: readonly [ThemeChoice, Message, Message][] = [
  ['system', msg`Match this device`, msg`Follows the light or dark setting of your device.`],
  ['light', msg({ message: 'Light', context: 'a theme' }), msg`Dark text on warm paper.`],
  ['dark', msg({ message: 'Dark', context: 'a theme' }), msg`Light text on deep aubergine.`],
];

/** Chooses the theme for this device: light, dark, or the system's. */
export function ThemeChooser() {
  const chosen = useSyncExternalStore<ThemeChoice | undefined>(watchTheme, themeChosen, () => undefined);
  return (
    <fieldset className="card px-5 py-2.5">
      <legend className="sr-only">{t`Theme`}</legend>
      {choices.map(([choice, label, note]) => (
        <Checkbox
          key={choice}
          type="radio"
          name="theme"
          label={textOf(label)}
          note={textOf(note)}
          checked={chosen === choice}
          disabled={chosen === undefined}
          onChange={() => chooseTheme(choice)}
        />
      ))}
    </fieldset>
  );
}
