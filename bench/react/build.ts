import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { leanContract } from '../../scripts/vite/lean-contract.ts';

/** Bundles entry.tsx like the product's server bundle: production React, one copy of every module. */
export async function buildEntry(outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '../..'),
    logLevel: 'error',
    publicDir: false,
    plugins: [leanContract(), react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: { ssr: 'bench/react/entry.tsx', outDir, emptyOutDir: false, target: 'es2023' },
  });
  return join(outDir, 'entry.js');
}
