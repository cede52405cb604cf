/** A page of another site with this code. */
export const blogPage = (code: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title></head><body><h1>A blog</h1>${code}</body></html>`;
