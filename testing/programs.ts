import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'dist', 'node');

/** The programs of `npm start` and `npm run cli`. The global setup builds them before tests start them. */
export const programs = { server: join(folder, 'main.js'), cli: join(folder, 'cli.js') };
