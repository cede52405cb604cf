import { userPath } from '#contract/paths.ts';

export const profileShows = ['pools', 'backs', 'follows'] as const;
export type ProfileShow = (typeof profileShows)[number];

/** The tab in a profile URL's query; by default the pools that the person started. */
export function profileShowIn(search: URLSearchParams): ProfileShow {
  return profileShows.find((show) => show === search.get('show')) ?? 'pools';
}

export function profileHref(username: string, show: ProfileShow, page = 1): string {
  const query = [...(show === 'pools' ? [] : [`show=${show}`]), ...(page > 1 ? [`page=${page}`] : [])].join('&');
  return query ? `${userPath(username)}?${query}` : userPath(username);
}
