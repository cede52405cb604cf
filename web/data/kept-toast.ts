import { verbatim } from '#contract/language/text.ts';
import { type ToastOptions, toast } from '#web/ui/toast.tsx';
import { logFailure } from './log.ts';

const key = 'toast';

/** Keeps a toast for the next full page load. Shows it immediately if the browser has no storage. */
export function keepToastForNextPage(options: Pick<ToastOptions, 'title' | 'description'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(options));
  } catch (error) {
    logFailure('could not keep a toast for the next page', error);
    toast(options);
  }
}

/** Shows the toast that the previous page left. */
export function showKeptToast(): void {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return;
    sessionStorage.removeItem(key);
    const { title, description } = JSON.parse(kept) as ToastOptions;
    toast({ title: verbatim(String(title)), description: description && verbatim(String(description)) });
  } catch (error) {
    logFailure('could not show the toast of the previous page', error);
  }
}
