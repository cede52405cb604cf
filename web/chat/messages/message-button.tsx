import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import { useOpenDirect } from '#web/chat/open-direct.ts';
import { Button } from '#web/ui/button.tsx';

/** The button on a profile that opens the direct conversation with that person. */
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
      {t({ message: 'Message', context: 'button that opens a chat with a person' })}
    </Button>
  );
}
