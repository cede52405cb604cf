import type { ReactNode } from 'react';
import type { SettingItem } from '#contract/admin/health.ts';
import { listSettings } from '#contract/calls/admin.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';

export const settingsQuery = optional(query(listSettings));

/** The anchor of a setting in the list on the health page. */
export const settingAnchor = (name: string) => `setting-${name}`;

/** The settings that a text names, in their order in the text. */
export function settingsIn<S extends Pick<SettingItem, 'name'>>(text: string, settings: readonly S[]): S[] {
  const words = text.match(/[A-Z][A-Z0-9_]+/g) ?? [];
  return [...new Set(words)].flatMap((word) => settings.find(({ name }) => name === word) ?? []);
}

/** A text whose names of settings link to their explanations. */
export function SettingText({ text, settings }: { text: string; settings: readonly SettingItem[] }): ReactNode {
  const named = settingsIn(text, settings).map(({ name }) => name);
  if (named.length === 0) return text;
  const parts = text.split(new RegExp(`\\b(${named.join('|')})\\b`));
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one fixed text
      <TextLink key={index} to={`${paths.adminHealth}#${settingAnchor(part)}`}>
        <code>{part}</code>
      </TextLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one fixed text
      <span key={index}>{part}</span>
    ),
  );
}

/** Explains the environment variables that a text names, with links to the list of all settings. Renders nothing if it names none. */
export function SettingNotes({ text }: { text: string }) {
  const settings = useData(settingsQuery).data?.settings ?? [];
  const named = settingsIn(text, settings);
  if (named.length === 0) return null;
  return (
    <ul className="mt-1.5 grid max-w-text gap-1 text-sm text-muted" aria-label={t`Settings named here`}>
      {named.map(({ name, description }) => (
        <li key={name} className="wrap-anywhere">
          <span>
            <SettingText text={name} settings={settings} />
          </span>
          <span>: </span>
          <span>
            <SettingText text={description} settings={settings} />
          </span>
        </li>
      ))}
    </ul>
  );
}
