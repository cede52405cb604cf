import { randomBytes } from 'node:crypto';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import type { InProcessCall, PageRenderer } from '#contract/page-renderer.ts';
import type { Site } from '#contract/site.ts';
import { toAppError } from '#server/platform/http/errors.ts';
import { headersOfPage, htmlHeaders } from '#server/platform/http/security-headers.ts';
import { inLanguage, languageNow } from '#server/platform/language/in-language.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { type Bundle, sourceHash } from './bundle.ts';
import type { Frame } from './filled-pages.ts';
import { utf8Of } from './html.ts';
import type { Page } from './shared-pages.ts';
import { languageOf, type Visit } from './visit.ts';

/** Wraps the caller and remembers the first `unavailable` error. */
export function watchCalls(call: InProcessCall): { call: InProcessCall; outage: () => unknown } {
  let outage: unknown;
  return {
    outage: () => outage,
    async call(endpoint, input) {
      try {
        return await call(endpoint, input);
      } catch (error) {
        if (toAppError(error).code === 'unavailable') outage ??= error;
        throw error;
      }
    },
  };
}

interface RendererOptions {
  site: Site;
  languages: Languages;
  log: Logger;
  isDevelopment: boolean;
}

export interface Renderers {
  /** Renders a page for a visitor or one signed-in person. */
  render(visit: Visit, requestId: string, as: { caller: InProcessCall; isUser: boolean }): Promise<Page>;
  /** Renders a document for all signed-in people; null if the page is rendered for each person. `caller` is a visitor's. */
  renderFrame(visit: Visit, caller: InProcessCall): Promise<Frame | null>;
}

/** Both throw `unavailable` if a call of the page was refused so, because a page with failed reads would look empty. */
export function createRenderers(bundle: Bundle, { site, languages, log, isDevelopment }: RendererOptions): Renderers {
  const secure = site.publicUrl.startsWith('https:');
  const cssFor = ({ inlineCss }: Visit) => (inlineCss ? bundle.css : undefined);
  const headersFor = (script: string, visit: Visit) =>
    headersOfPage({ script: sourceHash(script), style: cssFor(visit)?.hash ?? '' }, secure);

  function assetsFor(visit: Visit): Bundle['assetsOf'] {
    const css = cssFor(visit);
    return css ? (files) => ({ ...bundle.assetsOf(files), styles: [], inlineCss: css.text }) : bundle.assetsOf;
  }

  async function entryOf(): Promise<PageRenderer> {
    const entry = await bundle.entry();
    entry.setLanguage(languageNow);
    return entry;
  }

  /** Renders in the language of the visit. */
  const speaking = <T>(visit: Visit, run: () => T): T => inLanguage(languageOf(languages, visit), run);

  return {
    async render(visit, requestId, as) {
      const { call, outage } = watchCalls(as.caller);
      const nonce = isDevelopment ? randomBytes(16).toString('base64url') : undefined;
      const entry = await entryOf();
      const user = as.isUser ? ((await call(getCurrentUser, {})) as CurrentUser) : null;
      const page = await speaking(visit, () =>
        entry.render({
          url: visit.url,
          requestId,
          call,
          user,
          site,
          nonce,
          theme: visit.theme,
          choices: visit.choices,
          assetsOf: assetsFor(visit),
        }),
      );
      if (outage()) throw outage();
      if (page.fault) log.error({ err: page.fault, requestId }, 'page failed');
      const headers = nonce ? htmlHeaders(nonce, secure) : headersFor(page.script, visit);
      return { status: page.status, body: utf8Of(page.html), headers, redirect: page.redirect };
    },
    async renderFrame(visit, caller) {
      const { call, outage } = watchCalls(caller);
      const entry = await entryOf();
      const { url, theme, choices } = visit;
      const document = await speaking(visit, () =>
        entry.renderShared({ url, call, site, theme, choices, assetsOf: assetsFor(visit) }),
      );
      if (outage()) throw outage();
      if (!document) return null;
      return {
        ...document,
        texts: document.texts.map(utf8Of),
        headers: headersFor(document.script, visit),
        fill: ({ call, role }) => speaking(visit, () => document.fill({ call, role })),
      };
    },
  };
}
