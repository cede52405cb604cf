import { describe, expect, it } from 'vitest';
import { bestMatch } from './data/match-path.ts';
import { routesFor } from './routes.tsx';

const files = Object.keys(import.meta.glob('./pages/**/*-page.tsx')).map((file) => file.replace('./', 'web/'));
const named = [...new Set([...routesFor(false), ...routesFor(true)].map(({ file }) => file))];

const fileAt = (path: string, signedIn = false) => bestMatch(routesFor(signedIn), path)?.entry.file;

describe('routes', () => {
  it.each(named)('names an existing file: %s', (file) => {
    expect(files).toContain(file);
  });

  it('has a route for every page', () => {
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
  });

  it('shows visitors the landing page and members the home view', () => {
    expect(fileAt('/')).toBe('web/pages/landing-page.tsx');
    expect(fileAt('/', true)).toBe('web/pages/home-page.tsx');
    expect(fileAt('/auth', true)).toBe('web/pages/home-page.tsx');
  });

  it.each(['/pool/a', '/tip-pool/title-abc', '/tip-pool/ann/a', '/tip-pool/ann/a/1'])(
    'opens the pool page at %s',
    (path) => {
      expect(fileAt(path)).toBe('web/pages/pool-page.tsx');
    },
  );

  it('prefers /payment/success to a pledge with that id', () => {
    expect(fileAt('/payment/success')).toBe('web/pages/payment-success-page.tsx');
    expect(fileAt('/payment/0c6c')).toBe('web/pages/payment-page.tsx');
  });

  it('matches nothing at an unknown path', () => {
    expect(fileAt('/nowhere')).toBeUndefined();
  });
});
