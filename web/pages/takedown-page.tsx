import { msg } from '#contract/language/text.ts';
import { useParams } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { TakedownCase, takedownOf } from '#web/legal/takedown-case.tsx';

export const page = definePage({
  title: msg`Copyright notice`,
  description: msg`A copyright notice about something you posted, and how to respond to it.`,
  noindex: true,
  queries: ({ params, user }) => (user ? [takedownOf(params.id)] : []),
});

export function Component() {
  const { id } = useParams();
  return <TakedownCase id={id} />;
}
