import { expect, it } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '#testing/journeys/listed-calls.ts';

const unseen = '\u3164';

/** Fields that no reader sees as text: proofs, passkeys, keys, tokens, choices, searches, and the honeypots of forms. */
const notForReaders =
  /(?:password|currentPassword|newPassword|token|Id|Ids|id|Key|key|endpoint|p256dh|auth|nonce|contentMark|version|locale|to|timeZone|website|search|q|url|Url|links|path|stack|kind|code|amount|categories|category|interests|username|uploadIds\.items|messageIds\.items|links\.items|interests\.items|categories\.items|blockedWords\.items|country|processor|response\.\w+|transports\.items|clientExtensionResults\.propertyNames)$/;

/** The paths of texts in a body that accept a text in which nothing is visible. */
function openFields(schema: z.ZodType | undefined): string[] {
  const open = new Map<string, boolean>();
  if (!schema) return [];
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod visits the plain string first that a field extends, and then the field itself.
    override: ({ zodSchema, jsonSchema, path }) => {
      if (jsonSchema.type !== 'string' || jsonSchema.enum || jsonSchema.format || jsonSchema.pattern) return;
      const { success, data } = z.safeParse(zodSchema, unseen);
      open.set(path.filter((part) => part !== 'properties').join('.'), success && data !== '');
    },
  });
  return [...open].flatMap(([path, isOpen]) => (isOpen ? [path] : []));
}

it('accepts no text for readers in which nothing is visible', async () => {
  const open = (await listEndpoints())
    .filter(({ name }) => !name.includes('errors'))
    .flatMap(({ name, endpoint }) =>
      openFields(endpoint?.body)
        .filter((path) => !notForReaders.test(path))
        .map((path) => `${name}: ${path}`),
    );
  expect(open).toEqual([]);
});
