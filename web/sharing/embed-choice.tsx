import { useState } from 'react';
import { type EmbedTheme, embedCode, embedSize, poolEmbedPath } from '#contract/embeds.ts';
import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { CopyField } from '#web/ui/forms/copy-field.tsx';

const themes: readonly [EmbedTheme | undefined, Message][] = [
  [undefined, msg`Reader’s device`],
  ['light', msg({ message: 'Light', context: 'a theme' })],
  ['dark', msg({ message: 'Dark', context: 'a theme' })],
];

/** The code with which another site shows a pool, with the choice of its theme and a preview. */
export function EmbedChoice({ poolId, title }: { poolId: string; title: Text | string }) {
  const { publicUrl } = useSite();
  const [theme, setTheme] = useState<EmbedTheme>();
  const path = poolEmbedPath(poolId, theme);
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">{t`Shows the pool on your own site, and updates automatically.`}</p>
      <iframe
        key={path}
        src={path}
        title={t`Preview of the embedded pool`}
        height={embedSize.height}
        className="block w-full rounded-xl border-0 bg-sunken"
      />
      <fieldset>
        <legend className="mb-2 font-semibold">{t`Theme`}</legend>
        <div className="flex flex-wrap gap-2">
          {themes.map(([choice, label]) => (
            <button
              key={choice ?? 'device'}
              type="button"
              className="pick"
              aria-pressed={choice === theme}
              onClick={() => setTheme(choice)}
            >
              {textOf(label)}
            </button>
          ))}
        </div>
      </fieldset>
      <CopyField label={t`Embed code`} text={embedCode({ src: publicUrl + path, title })} copied={t`Code copied`} />
    </div>
  );
}
