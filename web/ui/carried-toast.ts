import { type ToastOptions, toast } from './toast.tsx';

const key = 'toast';

/** Keeps a toast for the page that a full navigation leads to. Without storage it is only not said. */
export function carryToast(options: Pick<ToastOptions, 'title' | 'description'>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(options));
  } catch {
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
  } catch {
    // No storage, or not ours: there is nothing to say.
  }
}
