import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import { type CardFaults, readCard } from './card-input.ts';
import { type CheckoutEnd, type CheckoutStep, stepCheckout } from './checkout.ts';
import { serveCheckoutFonts } from './checkout-fonts.ts';
import { approvalPage, cardPage, overPage } from './checkout-page.ts';
import type { SandboxWorld } from './sandbox-world.ts';
import { findLastDecline, readSession, type Session } from './sessions.sql.ts';

const formBytes = 8 * 1024;
const text = z.coerce.string().max(100).catch('');
const stepSchema = z.object({
  cardNumber: text.default(''),
  expiry: text.default(''),
  cvc: text.default(''),
  authentication: z.enum(['approve', 'refuse']).optional(),
});

/** The hosted page and its form. Forms are understood here and nowhere else. `onAddress` learns where this process listens. */
export function checkoutRoutes(world: SandboxWorld, onAddress: (address: string) => void): RawRoutes {
  const { db, limits } = world.platform;
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
    app.get<{ Params: { session: string } }>('/sandbox/checkout/:session', async (request, reply) => {
      const session = await readSession(db.sql, request.params.session);
      return session ? showSession(world, reply, session) : page(world, reply, 404, (shell) => overPage(shell, null));
    });
    app.post<{ Params: { session: string } }>(
      '/sandbox/checkout/:session/complete',
      { bodyLimit: formBytes },
      async (request, reply) => {
        const { session: id } = request.params;
        await tries.consume(id);
        const session = await readSession(db.sql, id);
        if (!session) return notThere(world, request, reply);
        const read = await readStep(world, session, request.body);
        if ('faults' in read) return refuse(world, request, reply, session, read.faults);
        const end = await stepCheckout(world, id, read.step);
        return end ? leave(world, request, reply, id, end) : notThere(world, request, reply);
      },
    );
  };
}

/** What the customer did. A session that is over takes anything and answers as before. */
async function readStep(
  { platform }: SandboxWorld,
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

function isJson(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/json') ?? false;
}

function page(
  { platform: { config } }: SandboxWorld,
  reply: FastifyReply,
  status: number,
  render: (shell: { brandName: string; nonce: string }) => string,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    // The icon of the tab, which Firefox asks for on every page.
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
    .send(render({ brandName: config.brandName, nonce }));
}

async function showSession(world: SandboxWorld, reply: FastifyReply, session: Session): Promise<FastifyReply> {
  if (session.status === 'complete') return reply.redirect(session.successUrl, 303);
  if (session.status === 'expired') return page(world, reply, 410, (shell) => overPage(shell, session.cancelUrl));
  const lastDecline = await findLastDecline(world.platform.db.sql, session);
  return page(world, reply, 200, (shell) =>
    session.pendingCard ? approvalPage(shell, session) : cardPage(shell, session, {}, lastDecline),
  );
}

function notThere(world: SandboxWorld, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isJson(request)) throw appError('not_found');
  return page(world, reply, 404, (shell) => overPage(shell, null));
}

function refuse(
  world: SandboxWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  faults: CardFaults,
): FastifyReply {
  if (isJson(request)) throw appError('validation_failed', { message: Object.values(faults)[0], fields: faults });
  return page(world, reply, 400, (shell) => cardPage(shell, session, faults, null));
}

function leave(
  world: SandboxWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  end: CheckoutEnd,
): FastifyReply {
  reply.header('Cache-Control', 'no-store');
  if (end.go === 'stay') return reply.redirect(`/sandbox/checkout/${encodeURIComponent(id)}`, 303);
  if (end.go === 'success') return reply.redirect(end.session.successUrl, 303);
  if (end.go === 'cancel') return reply.redirect(end.session.cancelUrl, 303);
  if (isJson(request)) throw appError('checkout_closed');
  return page(world, reply, 409, (shell) => overPage(shell, end.session.cancelUrl));
}
