import { type QueryClient, useQueryClient } from '@tanstack/react-query';

const key = ['device-choices', null] as const;

/** Stores the choices that the server rendered the page with; they travel with the dehydrated query cache. */
export function setServerDeviceChoices(queries: QueryClient, on: readonly string[]): void {
  if (on.length > 0) queries.setQueryData(key, on);
}

/** Whether a choice was on for the server's render. Hydration must start from the same value. */
export function useServerDeviceChoice(name: string): boolean {
  return useQueryClient().getQueryData<readonly string[]>(key)?.includes(name) ?? false;
}
