import type { PushMessage } from '#contract/push.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';

/** Shows pushes as toasts while the page has the focus; the service worker then shows no notification. Returns a stop function. */
export function showPushesAsToasts(): () => void {
  const worker = navigator.serviceWorker;
  const onMessage = ({ data }: MessageEvent<Partial<PushMessage> | null>) => {
    const { title, body, href } = data?.pushed ?? {};
    if (title && href) toast({ title, description: body, action: { label: 'Open', onPress: () => navigate(href) } });
  };
  worker?.addEventListener('message', onMessage);
  return () => worker?.removeEventListener('message', onMessage);
}
