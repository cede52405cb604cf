import type { TestClient } from '#testing/client.ts';

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const plain = (html: string) =>
  html.replaceAll(/<[^>]+>/g, '').replaceAll(/&[^;]+;/g, (found) => entities[found] ?? found);
const between = (html: string, pattern: RegExp) => plain(pattern.exec(html)?.[1] ?? '');

interface ServedPage {
  status: number;
  location: string | null;
  policy: string;
  html: string;
  title: string;
  description: string;
  heading: string;
}

/** Reads a server-rendered page with the main values of its head. */
export async function readPage(client: TestClient, path: string): Promise<ServedPage> {
  const response = await client.raw('GET', path);
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    policy: response.headers.get('content-security-policy') ?? '',
    html,
    title: between(html, /<title>(.*?)<\/title>/),
    description: between(html, /<meta name="description" content="(.*?)">/),
    heading: between(html, /<h1[^>]*>(.*?)<\/h1>/s).trim(),
  };
}

/** One directive of a content security policy; empty if it is missing. */
export function directive(policy: string, name: string): string {
  return (
    policy
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${name} `)) ?? ''
  );
}
