import { type Catalogue, createLanguage } from '#contract/language/create-language.ts';
import { type Language, setLanguage } from '#contract/language/text.ts';
import { catalogueOf, pageTexts, type TabLanguage } from './tab-language.ts';

/**
 * Makes this tab speak a language other than English. Resolves when the texts of the frame and of the page with the module `file`
 * are there; `loadRoute` loads those of later pages. Throws if they cannot be loaded.
 */
export async function openTabLanguage(
  { locale, prefix, catalogues }: TabLanguage,
  file: string | undefined,
): Promise<void> {
  const language = { ...createLanguage(locale, {}), prefix };
  const loads = new Map<string, Promise<void>>();

  function load(name: string): Promise<void> {
    const loading = loads.get(name) ?? readCatalogue(`${catalogues}/${locale}/${name}.json`).then(language.add);
    loads.set(name, loading);
    // A later visit of the page tries again.
    loading.catch(() => loads.delete(name));
    return loading;
  }

  const loadPage = async (file: string) => {
    const name = catalogueOf(file);
    if (name) await load(name);
  };
  await Promise.all([load('base'), file ? loadPage(file) : undefined]);
  pageTexts.load = loadPage;
  setLanguage((): Language => language);
}

async function readCatalogue(address: string): Promise<Catalogue> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as Catalogue;
}
