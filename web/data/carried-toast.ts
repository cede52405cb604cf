import { type ToastOptions, toast } from '#web/ui/toast.tsx';
import { logFailure } from './log.ts';

const key = 'toast';

/** Keeps a toast for the page that a full navigation leads to; said at once where there is no storage. */
export function carryToast(options: Pick<ToastOptions, 'title' | 'description'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(options));
  } catch (error) {
    logFailure('a toast cannot wait for the next page', error);
    toast(options);
  }
}

/** Says what the page before left to say. */
export function showCarriedToast(): void {
  try {
    const kept = sessionStorage.getItem(key);
    if (kept === null) return;
    sessionStorage.removeItem(key);
    const { title, description } = JSON.parse(kept) as ToastOptions;
    toast({ title: String(title), description: description && String(description) });
  } catch (error) {
    logFailure('a toast did not reach this page', error);
  }
}
