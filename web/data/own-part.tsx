import { type ComponentType, createContext, type ReactElement, useContext } from 'react';

/** The parts that a shared document leaves out while it is rendered. */
export interface LeftOut {
  /** Unguessable, so that no text of a user looks like a mark. */
  token: string;
  parts: ReactElement[];
}

/** Set on the server while it renders a document that all signed-in people share. */
export const LeftOutContext = /* @__PURE__ */ createContext<LeftOut | null>(null);

/** The empty element that marks the place of a part. */
export const markOf = (token: string, index: number) => <template data-own={`${token}-${index}`} />;

/**
 * A component that shows something about the signed-in person. A shared document only marks its place, and each response renders it
 * with the data of its person (web/shared-document.tsx). Its props must depend on the URL alone. While one uses
 * `useId`, the whole page is rendered for that person.
 */
export function ownPart<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  if (!import.meta.env.SSR) return Part;
  return (props) => {
    const leftOut = useContext(LeftOutContext);
    if (!leftOut) return <Part {...props} />;
    const index = leftOut.parts.push(<Part {...props} />) - 1;
    return markOf(leftOut.token, index);
  };
}
