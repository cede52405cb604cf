import type { ReactNode } from 'react';
import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import {
  type OverlayAlertKind,
  type OverlayTextSize,
  type OverlayTheme,
  type OverlayWidget,
  overlayAlertKinds,
  overlayMinCentsMax,
  overlayTextSizes,
  overlayThemes,
  overlayWidgets,
} from '#contract/overlays/overlay-limits.ts';
import type { OverlayPool, OverlaySettings } from '#contract/overlays/overlays.ts';
import { formatMoney } from '#contract/values/money.ts';
import { Checkbox, SelectField } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';

const widgetTexts: Record<OverlayWidget, Message> = {
  goal: msg`Goal bar`,
  timeLeft: msg`Time left`,
  backers: msg`Latest backers`,
  alerts: msg`Alerts`,
};

const alertTexts: Record<OverlayAlertKind, Message> = {
  pledges: msg`New pledges`,
  milestones: msg`25, 50, 75 and 100% of the goal`,
  delivery: msg`The delivery`,
  followers: msg`New followers of your creator page`,
};

const themeTexts: Record<OverlayTheme, Message> = {
  dark: msg({ message: 'Dark', context: 'colors of a stream overlay' }),
  light: msg({ message: 'Light', context: 'colors of a stream overlay' }),
  brand: msg({ message: 'Gold', context: 'colors of a stream overlay' }),
};

const sizeTexts: Record<OverlayTextSize, Message> = {
  small: msg({ message: 'Small', context: 'size of text' }),
  medium: msg({ message: 'Medium', context: 'size of text' }),
  large: msg({ message: 'Large', context: 'size of text' }),
};

interface Fields {
  settings: OverlaySettings;
  onChange: (change: Partial<OverlaySettings>) => void;
}

function Group({ title, children }: { title: Text; children: ReactNode }) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-1">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Checkboxes for the chosen values of a list, which keeps its order. */
function Choices<T extends string>({
  all,
  chosen,
  texts,
  notes = {},
  onChange,
}: {
  all: readonly T[];
  chosen: readonly T[];
  texts: Record<T, Message>;
  notes?: Partial<Record<T, Text>>;
  onChange: (chosen: T[]) => void;
}) {
  return all.map((value) => (
    <Checkbox
      key={value}
      label={textOf(texts[value])}
      note={notes[value]}
      checked={chosen.includes(value)}
      onChange={({ target }) =>
        onChange(all.filter((each) => (each === value ? target.checked : chosen.includes(each))))
      }
    />
  ));
}

/** The widgets, and the events that make alerts. */
export function ContentFields({ settings, onChange }: Fields) {
  return (
    <>
      <Group title={t`Show`}>
        <Choices
          all={overlayWidgets}
          chosen={settings.widgets}
          texts={widgetTexts}
          onChange={(widgets) => onChange({ widgets })}
        />
      </Group>
      {settings.widgets.includes('alerts') ? (
        <Group title={t`Alerts for`}>
          <Choices
            all={overlayAlertKinds}
            chosen={settings.alerts}
            texts={alertTexts}
            notes={{ followers: t`Following is free, so anyone can put their name on your stream.` }}
            onChange={(alerts) => onChange({ alerts })}
          />
          <Checkbox
            label={t`Play a sound with each alert`}
            checked={settings.sound}
            onChange={({ target }) => onChange({ sound: target.checked })}
          />
        </Group>
      ) : null}
    </>
  );
}

/** Whether the form has a field for the smallest pledge that shows a name: not where no name depends on an amount. */
export const hasMinimum = ({ hidesNames }: OverlaySettings, pool: OverlayPool | undefined): boolean =>
  !hidesNames && pool?.seesAmounts === true;

/** Which names and amounts viewers see. `minCents` is null while the field holds no amount. */
export function PrivacyFields({
  settings,
  onChange,
  pool,
  minCents,
  onMinCents,
}: Fields & { pool: OverlayPool | undefined; minCents: number | null; onMinCents: (cents: number | null) => void }) {
  const tooMuch = minCents !== null && minCents > overlayMinCentsMax;
  return (
    <Group title={t`Names and amounts`}>
      <Checkbox
        label={t`Hide names`}
        note={t`Every fan is “Someone”, as those who pledge anonymously always are.`}
        checked={settings.hidesNames}
        onChange={({ target }) => onChange({ hidesNames: target.checked })}
      />
      {settings.hidesNames ? null : (
        <Checkbox
          label={t`Hide names with words that the chat doesn’t allow`}
          checked={settings.filtersNames}
          onChange={({ target }) => onChange({ filtersNames: target.checked })}
        />
      )}
      {hasMinimum(settings, pool) ? (
        <div className="my-2">
          <MoneyField
            label={t`Smallest pledge that shows a name`}
            hint={t`Smaller pledges show “Someone”, so that a name on your stream isn’t cheap.`}
            error={tooMuch ? t`Enter ${{ max: formatMoney(overlayMinCentsMax) }} or less` : undefined}
            cents={minCents}
            onCents={onMinCents}
          />
        </div>
      ) : null}
      <Checkbox
        label={t`Hide amounts`}
        note={
          pool && !pool.seesAmounts
            ? t`You didn’t take on this pool, so you don’t see what each fan pledges, and neither do your viewers. This also hides the sum.`
            : t`The goal bar then shows only the percentage.`
        }
        checked={settings.hidesAmounts}
        onChange={({ target }) => onChange({ hidesAmounts: target.checked })}
      />
    </Group>
  );
}

export function LookFields({ settings, onChange }: Fields) {
  return (
    <div className="flex flex-wrap gap-4">
      <SelectField
        label={t`Colors`}
        value={settings.theme}
        onChange={({ target }) => onChange({ theme: target.value as OverlayTheme })}
      >
        {overlayThemes.map((theme) => (
          <option key={theme} value={theme}>
            {textOf(themeTexts[theme])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Text size`}
        value={settings.textSize}
        onChange={({ target }) => onChange({ textSize: target.value as OverlayTextSize })}
      >
        {overlayTextSizes.map((size) => (
          <option key={size} value={size}>
            {textOf(sizeTexts[size])}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
