import type { ReactNode } from 'react';
import type { TranslatedKind } from '#contract/translations.ts';
import { useSite } from '#web/data/session.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const TranslatedText = lazyComponent(async () => (await import('./translated-text.tsx')).TranslatedText);

export interface TranslatableProps {
  kind: TranslatedKind;
  /** The id of the object; of a creator, the username. */
  id: string;
  text: string;
  /** Renders the original or its translation. */
  children: (text: string) => ReactNode;
}

/** A text that someone wrote. On a site with a translation service, it has a button if it is probably in another language than the page. */
export function Translatable(props: TranslatableProps) {
  const original = props.children(props.text);
  return useSite().translates ? <TranslatedText {...props} waiting={original} /> : original;
}
