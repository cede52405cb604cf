import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { textOf } from '#contract/language/text.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { actorOf, type RawRoutes } from '#server/platform/http/request-context.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import { type CardFault, type CardFaults, cardFaultTexts, readCard } from './card-input.ts';
import { type CheckoutEnd, type CheckoutStep, stepCheckout } from './checkout.ts';
import { serveCheckoutFonts } from './checkout-fonts.ts';
import { approvalPage, cardPage, checkoutScriptPath, closedPage } from './checkout-page.ts';
import { checkoutScript } from './checkout-script.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { findLastDecline, readSession, type Session } from './sessions.sql.ts';

const formBytes = 8 * 1024;
const text = z.coerce.string().max(100).catch('');
const stepSchema = z.object({
  cardNumber: text.default(''),
  expiry: text.default(''),
  cvc: text.default(''),
  authentication: z.enum(['approve', 'refuse']).optional(),
});
const fault = z
  .enum(Object.keys(cardFaultTexts) as [CardFault, ...CardFault[]])
  .optional()
  .catch(undefined);
/** The query of the card form after invalid input. */
const faultsSchema = z.object({ cardNumber: fault, expiry: fault, cvc: fault });

/**
 * The hosted page and its form. Only these routes parse HTML forms. `onAddress` receives the base URL on which this process listens.
 */
export function checkoutRoutes(sandbox: SandboxContext, onAddress: (address: string) => void): RawRoutes {
  const { db, limits } = sandbox.platform;
  const tries = limits.limiter('sandbox checkout', { points: 30, perMs: 60_000 });
  return (app) => {
    app.addHook('onListen', async () => {
      const address = app.server.address();
      if (address === null || typeof address === 'string') return;
      const host = address.address === '::' || address.address === '0.0.0.0' ? '127.0.0.1' : address.address;
      onAddress(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
    });
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    serveCheckoutFonts(app);
    app.get(checkoutScriptPath, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(checkoutScript),
    );
    app.get<{ Params: { session: string } }>('/sandbox/checkout/:session', async (request, reply) => {
      const session = await readSession(db.sql, request.params.session);
      return session
        ? showSession(sandbox, reply, session, faultsSchema.parse(request.query))
        : page(sandbox, reply, 404, (shell) => closedPage(shell, null));
    });
    app.post<{ Params: { session: string } }>(
      '/sandbox/checkout/:session/complete',
      { bodyLimit: formBytes },
      async (request, reply) => {
        const { session: id } = request.params;
        await tries.consume(id);
        const session = await readSession(db.sql, id);
        if (!session) return notThere(sandbox, request, reply);
        const read = await readStep(sandbox, session, request.body);
        if ('faults' in read) return refuse(request, reply, id, read.faults);
        const end = await stepCheckout(sandbox, id, read.step);
        return end ? leave(sandbox, request, reply, id, end) : notThere(sandbox, request, reply);
      },
    );
  };
}

/** Parses the customer's input. For a session that has ended any input is accepted, and the answer is the same as before. */
async function readStep(
  { platform }: SandboxContext,
  session: Session,
  body: unknown,
): Promise<{ step: CheckoutStep } | { faults: CardFaults }> {
  const given = stepSchema.safeParse(body ?? {});
  const fields = given.success ? given.data : stepSchema.parse({});
  if (fields.authentication) return { step: { kind: fields.authentication } };
  if (session.status !== 'open') return { step: { kind: 'refuse' } };
  const read = readCard(fields, await databaseNow(platform.db.sql));
  return 'faults' in read ? read : { step: { kind: 'card', card: read.card } };
}

const pathOf = (id: string) => `/sandbox/checkout/${encodeURIComponent(id)}`;

function isJson(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/json') ?? false;
}

/** Sends a page in the language of the person who opens it. */
async function page(
  { platform: { config, languages } }: SandboxContext,
  reply: FastifyReply,
  status: number,
  render: (shell: { brandName: string; nonce: string }) => string,
): Promise<FastifyReply> {
  const actor = await actorOf(reply.request);
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "script-src 'self'",
    "font-src 'self'",
    // Firefox requests the favicon on every page.
    "img-src 'self'",
    `form-action 'self' ${config.publicUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .status(status)
    .header('Content-Security-Policy', policy.join('; '))
    .header('Referrer-Policy', 'no-referrer')
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(inLanguage(languages.of(actor?.locale), () => render({ brandName: config.brandName, nonce })));
}

async function showSession(
  sandbox: SandboxContext,
  reply: FastifyReply,
  session: Session,
  faults: CardFaults,
): Promise<FastifyReply> {
  if (session.status === 'complete') return reply.redirect(session.successUrl, 303);
  if (session.status === 'expired') return page(sandbox, reply, 410, (shell) => closedPage(shell, session.cancelUrl));
  const lastDecline = await findLastDecline(sandbox.platform.db.sql, session);
  return page(sandbox, reply, 200, (shell) =>
    session.pendingCard ? approvalPage(shell, session) : cardPage(shell, session, faults, lastDecline),
  );
}

async function notThere(sandbox: SandboxContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isJson(request)) throw appError('not_found');
  return page(sandbox, reply, 404, (shell) => closedPage(shell, null));
}

/** Redirects to the card form, because browsers cannot go back to the answer of a form. */
function refuse(request: FastifyRequest, reply: FastifyReply, id: string, faults: CardFaults): FastifyReply {
  if (isJson(request)) {
    const fields = Object.fromEntries(
      Object.entries(faults).map(([name, code]) => [name, () => textOf(cardFaultTexts[code])]),
    );
    throw appError('validation_failed', { message: Object.values(fields)[0], fields });
  }
  return reply.header('Cache-Control', 'no-store').redirect(`${pathOf(id)}?${new URLSearchParams(faults)}`, 303);
}

async function leave(
  sandbox: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  end: CheckoutEnd,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store');
  if (end.go === 'stay') return reply.redirect(pathOf(id), 303);
  if (end.go === 'success') return reply.redirect(end.session.successUrl, 303);
  if (end.go === 'cancel') return reply.redirect(end.session.cancelUrl, 303);
  if (isJson(request)) throw appError('checkout_closed');
  return page(sandbox, reply, 409, (shell) => closedPage(shell, end.session.cancelUrl));
}
