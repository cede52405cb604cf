import { langOf } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { TranslatableProps } from './translated-text.tsx';

const TranslatedText = lazyComponent(async () => (await import('./translated-text.tsx')).TranslatedText);

/** A text that someone wrote. On a site with a translation service, it has a button if it is probably in another language than the page. */
export function Translatable(props: Omit<TranslatableProps, 'original'>) {
  const lang = langOf(props.language);
  const words = props.children(props.text);
  const original = lang ? <div lang={lang}>{words}</div> : words;
  return useSite().translates ? <TranslatedText {...props} original={original} waiting={original} /> : original;
}
