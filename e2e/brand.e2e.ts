import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { setStage } from './stage.ts';

const stage = setStage({ env: { BRAND_NAME: 'Chorus' } });

it('no page names another product than BRAND_NAME', async () => {
  const { app, admin } = stage.site;
  const found: string[] = [];
  let named = 0;
  for (const [reader, client] of Object.entries({ visitor: app.client(), admin: admin.client })) {
    for (const path of new Set(['/', ...Object.values(paths)])) {
      const answer = await client.raw('GET', path);
      const html = await answer.text();
      if (answer.status === 200 && html.includes('Chorus')) named += 1;
      // The format of the ledger keeps its name, and so do the folders of a test.
      const text = html
        .replaceAll(/<script[^>]*>.*?<\/script>|<style[^>]*>.*?<\/style>/gs, ' ')
        .replaceAll(/<[^>]+>/g, ' ');
      for (const [around] of text.matchAll(/.{0,40}\bfanfare\b(?!-).{0,40}/gi))
        found.push(`${reader} ${path}: ${around}`);
    }
  }
  expect(found).toEqual([]);
  // Some paths lead a reader elsewhere.
  expect(named).toBeGreaterThan(60);
});
