import { useSite } from '#web/data/session.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { TranslatableProps } from './translated-text.tsx';

const TranslatedText = lazyComponent(async () => (await import('./translated-text.tsx')).TranslatedText);

/** A text that someone wrote. On a site with a translation service, it has a button if it is probably in another language than the page. */
export function Translatable(props: TranslatableProps) {
  const original = props.children(props.text);
  return useSite().translates ? <TranslatedText {...props} waiting={original} /> : original;
}
