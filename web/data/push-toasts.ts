import { t, verbatim } from '#contract/language/text.ts';
import type { PushMessage } from '#contract/push.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';

/** Shows pushes as toasts while the page has the focus; the service worker then shows no notification. Returns a stop function. */
export function showPushesAsToasts(): () => void {
  const worker = navigator.serviceWorker;
  const onMessage = ({ data }: MessageEvent<Partial<PushMessage> | null>) => {
    const { title, body, href } = data?.pushed ?? {};
    if (!title || !href) return;
    toast({
      title: verbatim(title),
      description: verbatim(body ?? ''),
      action: {
        label: t({ message: 'Open', context: 'opens the page of a notification' }),
        onPress: () => navigate(href),
      },
    });
  };
  worker?.addEventListener('message', onMessage);
  return () => worker?.removeEventListener('message', onMessage);
}
