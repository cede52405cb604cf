import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const root = new URL('../../', import.meta.url);
const base = process.env.SITE_BASE || '/';

/** The first heading of a document. */
const titleOf = (path: string) => /^# (.+)$/m.exec(readFileSync(new URL(path, root), 'utf8'))?.[1] ?? path;
const entry = (path: string) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` });
const documents = (folder: string, names: string[]) => names.map((name) => entry(`${folder}/${name}.md`));

const decisions = readdirSync(new URL('docs/decisions', root))
  .filter((name) => /^\d/.test(name))
  .sort();

/** Written by scripts/build-site.ts. */
const apiPages: { title: string; name: string }[] = JSON.parse(
  readFileSync(new URL('site/pages/docs/api/pages.json', root), 'utf8'),
);

/** The Markdown files of the repository are the pages (scripts/build-site.ts). A link to nothing ends the build. */
export default defineConfig({
  title: 'Fanfare',
  description: 'Fans pool pledges for content that they ask a creator to make.',
  lang: 'en-US',
  base,
  head: [['link', { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' }]],
  srcDir: './pages',
  outDir: './dist',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: false,
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  markdown: {
    // Indented code has neither a frame nor a scroll bar by default, and a long line would widen the page.
    config: (md) => {
      md.renderer.rules.code_block = (...args) => md.renderer.rules.fence?.(...args) ?? '';
    },
  },
  themeConfig: {
    logo: { light: '/mark-light.svg', dark: '/mark-dark.svg', alt: '' },
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Run it', link: '/docs/operations' },
      { text: 'Change it', link: '/docs/tour' },
      { text: 'API', link: '/docs/api', activeMatch: '^/docs/api' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [{ text: 'Fanfare', link: '/' }, entry('CHANGELOG.md')],
      },
      {
        text: 'Run it',
        items: documents('docs', [
          ...['going-live', 'operations', 'stripe', 'reliability', 'transparency', 'security', 'threat-model'],
        ]),
      },
      {
        text: 'Change it',
        items: [
          ...documents('docs', [
            'tour',
            'architecture',
            'money',
            'glossary',
            'translating',
            'card-adapters',
            'stripe-stand-in',
          ]),
          entry('CONTRIBUTING.md'),
        ],
      },
      {
        text: 'API',
        items: [
          entry('docs/api.md'),
          entry('docs/events.md'),
          entry('docs/webhooks.md'),
          entry('docs/channels.md'),
          entry('docs/automation.md'),
          entry('docs/overlays.md'),
          {
            text: 'Calls',
            collapsed: false,
            items: apiPages.map(({ title, name }) => ({ text: title, link: `/docs/api/${name}` })),
          },
        ],
      },
      { text: 'Take part', items: [entry('SECURITY.md'), entry('CODE_OF_CONDUCT.md')] },
      { text: 'Decisions', collapsed: true, items: decisions.map((name) => entry(`docs/decisions/${name}`)) },
    ],
  },
});
