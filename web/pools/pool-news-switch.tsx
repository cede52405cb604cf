import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { listSavedPools, setPoolNews } from '#contract/calls/pools.ts';
import { msg } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { useSave } from './use-pool-mark.ts';

interface PoolNewsSwitchProps {
  pool: { id: string; title: string; getsNews: boolean };
  className: string;
}

/** Turns the news about a followed pool on or off. Shows the choice before the server answers. */
export function PoolNewsSwitch({ pool, className }: PoolNewsSwitchProps) {
  const queries = useQueryClient();
  const { id, title } = pool;
  const { getsNews, isSaved, put } = useSave({ id, isSaved: true, getsNews: pool.getsNews });
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `news of ${id}` },
    mutationFn: (wanted: boolean) => call(setPoolNews, { params: { id }, body: { getsNews: wanted } }),
    onSuccess: async (status) => {
      put(status);
      const { putInPool } = await import('./send-pool-mark.ts');
      await putInPool(queries, id, status);
      void queries.invalidateQueries({ queryKey: [listSavedPools.path] });
    },
    onError: (error) => toastError(error),
  });
  const isOn = isPending ? variables : getsNews;
  const Icon = isOn ? Bell : BellOff;
  if (!isSaved) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      className={className}
      role="switch"
      aria-checked={isOn}
      icon={<Icon aria-hidden="true" className={isOn ? 'fill-current text-accent-text' : undefined} />}
      onClick={() => mutate(!isOn)}
    >
      <span>
        <RichText
          text={
            isOn
              ? msg`News<about> about ${{ pool: title }}</about> <state>on</state>`
              : msg`News<about> about ${{ pool: title }}</about> <state>off</state>`
          }
          tags={{
            about: (text) => <span className="sr-only">{text}</span>,
            state: (text) => <span aria-hidden="true">{text}</span>,
          }}
        />
      </span>
    </Button>
  );
}
