import type { Language } from '#contract/language/text.ts';
import type { CurrentUser, Role } from './accounts.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { Site } from './site.ts';

/**
 * The seam between the server and the React pages. The server imports the built `web/entry-server.tsx` at run time only, so both
 * sides take their types from here.
 */

/** Calls an endpoint within the server's process, as the person who asked for the page. */
export type InProcessCall = (endpoint: AnyEndpoint, input: unknown) => Promise<unknown>;

/** The theme that the visitor chose on this device; null follows the system. */
export type Theme = 'light' | 'dark' | null;

/** URLs of the built files that a page needs. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  /** The text of the stylesheet, inlined instead of linked. */
  inlineCss?: string;
  /** The route's chunks, fetched beside the entry. */
  preloads: string[];
  fonts: string[];
  /** The path of the browser's catalogues, before the language and the page: "/language/1a2b3c4d". */
  catalogues: string;
  /** Development only: React's refresh preamble. */
  preamble?: string;
}

export interface PageRequest {
  /** Path and query as the client sent them. */
  url: string;
  /** The id of the request in the server's log. */
  requestId: string;
  call: InProcessCall;
  user: CurrentUser | null;
  site: Site;
  /** Development only, because Vite adds scripts and styles: the nonce of the Content-Security-Policy. */
  nonce?: string | undefined;
  theme: Theme;
  /** Those of `drawnChoices` that are switched on on the device. */
  choices: readonly string[];
  /** The built files for modules beside the entry, such as a page and its frame. */
  assetsOf: (files: readonly string[]) => PageAssets;
}

export interface RenderedPage {
  status: number;
  html: string;
  /** The text of the inline script, for the Content-Security-Policy; empty in development and for redirects. */
  script: string;
  /** Path and query to redirect to, with `status` 301 or 302. */
  redirect?: string;
  /** The server-side failure behind the page, for the log. */
  fault?: unknown;
}

/** The person who gets a filled document. */
export interface OwnRequest {
  call: InProcessCall;
  role: Role;
}

/** A document for all signed-in people, without what it shows about the person. */
export interface SharedDocument {
  /** The text of the document. The filled parts belong between each two of these, so there is one more text than parts. */
  texts: string[];
  script: string;
  /** Renders the parts of one person; null if their page must be rendered as a whole. */
  fill(person: OwnRequest): Promise<string[] | null>;
}

/** The exports of `web/entry-server.tsx`. */
export interface PageRenderer {
  /** As in contract/language/text.ts. The pages are another bundle than the server. */
  setLanguage(read: () => Language | undefined): void;
  render(request: PageRequest): Promise<RenderedPage>;
  /** Renders a page for all signed-in people. `call` reaches the API as a visitor. Null if the page must be rendered for each person. */
  renderShared(request: Omit<PageRequest, 'user' | 'nonce' | 'requestId'>): Promise<SharedDocument | null>;
}

/** Display options of a device, stored in a cookie because they change the height of the page that the server renders. */
export const drawnChoices = ['chat_pictures', 'chat_previews'] as const;
