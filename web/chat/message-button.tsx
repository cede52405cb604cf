import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useOpenDirect } from './open-direct.ts';

/** On somebody's profile: to what the two of us write to each other. */
export function MessageButton({ userId }: { userId: string }) {
  const open = useOpenDirect();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="primary"
      busy={busy}
      icon={<MessageCircle aria-hidden="true" />}
      onClick={() => {
        setBusy(true);
        void open(userId).then(() => setBusy(false));
      }}
    >
      Message
    </Button>
  );
}
