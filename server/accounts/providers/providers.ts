import { type ErrorCode, isErrorCode } from '#contract/app-error.ts';
import type { Provider } from '#contract/settings.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createProvider, type SignInProvider } from './provider.ts';

/** The providers of the settings, Google first. */
export type SignInProviders = readonly SignInProvider[];

export const createProviders = (config: Pick<Config, 'signInProviders' | 'publicUrl'>): SignInProviders =>
  config.signInProviders.map((settings) => createProvider(settings, config));

export const findProvider = (providers: SignInProviders, id: string): SignInProvider | undefined =>
  providers.find((provider) => provider.id === id);

type Listed = Provider & { issuer: string };

/** The provider may spell its issuer with or without a slash at the end, whatever the settings say. */
export const spellingsOf = ({ issuer }: { issuer: string }): string[] => {
  const spelling = issuer.replace(/\/$/, '');
  return [spelling, `${spelling}/`];
};

/** The provider whose people have this issuer. Null if the site no longer offers it. */
export const providerOfIssuer = (providers: readonly Listed[], issuer: string): Provider | null => {
  const provider = providers.find((each) => spellingsOf(each).includes(issuer));
  return provider ? { id: provider.id, label: provider.label } : null;
};

/** The name of a provider for people, also of one that the site no longer offers. */
export const labelOfIssuer = (providers: readonly Listed[], issuer: string): string =>
  providerOfIssuer(providers, issuer)?.label ?? URL.parse(issuer)?.host ?? issuer;

export const providerItems = (providers: readonly Listed[]): Provider[] =>
  providers.map(({ id, label }) => ({ id, label }));

/** The providers of a person's identities. */
export const providersOf = (providers: SignInProviders, identities: readonly { issuer: string }[]): Provider[] =>
  providerItems(
    providers.filter((provider) => identities.some(({ issuer }) => spellingsOf(provider).includes(issuer))),
  );

/** Google has its own error codes. */
export function codeFor(id: string, kind: 'failed' | 'other_account' | 'not_set_up'): ErrorCode {
  const code = `${id === 'google' ? 'google' : 'provider'}_${kind}`;
  return isErrorCode(code) ? code : 'provider_failed';
}
