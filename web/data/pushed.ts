import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';

interface Pushed {
  title: string;
  body: string;
  href: string;
}

/** Says what was pushed while somebody is here: the service worker then shows nothing of its own. Returns how to stop. */
export function hearPushed(): () => void {
  const worker = navigator.serviceWorker;
  const hear = ({ data }: MessageEvent<{ pushed?: Pushed } | null>) => {
    const { title, body, href } = data?.pushed ?? {};
    if (title && href) toast({ title, description: body, action: { label: 'Open', onPress: () => navigate(href) } });
  };
  worker?.addEventListener('message', hear);
  return () => worker?.removeEventListener('message', hear);
}
