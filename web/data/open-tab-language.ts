import { type Catalogue, createLanguage } from '#contract/language/create-language.ts';
import { type Language, setLanguage } from '#contract/language/text.ts';
import { catalogueOf, pageTexts, type TabLanguage } from './tab-language.ts';

/**
 * Loads a language other than English: the texts of the frame, and of the page whose module `fileNow` names; `loadRoute` loads those of
 * later pages. Resolves to a function that makes this tab speak it. Throws if the texts cannot be loaded.
 */
export async function openTabLanguage(
  { locale, prefix, catalogues }: TabLanguage,
  fileNow: () => string | undefined,
): Promise<() => void> {
  const language = { ...createLanguage(locale, {}), prefix };
  const loads = new Map<string, Promise<void>>();

  function load(name: string): Promise<void> {
    const loading = loads.get(name) ?? readCatalogue(`${catalogues}/${locale}/${name}.json`).then(language.add);
    loads.set(name, loading);
    // A later visit of the page tries again.
    loading.catch(() => loads.delete(name));
    return loading;
  }

  const loadPage = async (file: string | undefined) => {
    const name = file && catalogueOf(file);
    if (name) await load(name);
  };
  // The person may go to another page meanwhile.
  let file: string | undefined;
  do {
    file = fileNow();
    await Promise.all([load('base'), loadPage(file)]);
  } while (file !== fileNow());
  return () => {
    pageTexts.load = loadPage;
    setLanguage((): Language => language);
  };
}

async function readCatalogue(address: string): Promise<Catalogue> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as Catalogue;
}
