// Real-time developer notifications: Pub/Sub pushes with an OIDC token, per package.
import { createPublicKey, sign } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createWebhookSender, type Delivery, type WebhookSender } from '../webhook-sender.ts';
import type { World } from '../world.ts';
import type { Keys } from './keys.ts';
import { day } from './model.ts';
import type { Notification } from './play.ts';

const issuer = 'https://accounts.google.com';
const tokenLifetime = 3600;

export interface PushTarget {
  readonly url: string;
  readonly audience: string;
  readonly email: string;
}

interface Push {
  readonly packageName: string;
  readonly eventAt: number;
  readonly target: PushTarget;
  readonly notification: Notification;
}

export interface Rtdn {
  readonly sender: WebhookSender<Push>;
  /** By package. */
  readonly targets: Map<string, PushTarget>;
  notify(packageName: string, at: number, notification: Notification): string | undefined;
}

export function createRtdn(world: World, keys: () => Keys): Rtdn {
  const targets = new Map<string, PushTarget>();
  const sender = createWebhookSender<Push>(world, {
    compose: (delivery, now) => ({
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${oidcToken(keys(), delivery.content.target, now)}`,
      },
      body: JSON.stringify(envelope(delivery)),
    }),
    retryDelay,
    accepted: (status) => [102, 200, 201, 202, 204].includes(status),
  });
  return {
    sender,
    targets,
    notify(packageName, eventAt, notification) {
      const target = targets.get(packageName);
      if (!target) return undefined;
      const id = newMessageId(world, sender);
      sender.send({
        id,
        url: target.url,
        content: { packageName, eventAt, target, notification },
      });
      return id;
    },
  };
}

/** Pub/Sub's exponential backoff, until the message is seven days old. */
function retryDelay({ createdAt, attempts }: Delivery<Push>, failures: number): number | undefined {
  const age = (attempts.at(-1)?.at ?? createdAt) - createdAt;
  return age > 7 * day ? undefined : Math.min(10_000 * 2 ** (failures - 1), 600_000);
}

function newMessageId(world: World, sender: WebhookSender<Push>): string {
  const id = String(1e15 + Math.floor(world.random() * 8e15));
  return sender.find(id) ? newMessageId(world, sender) : id;
}

function envelope({ id, createdAt, content }: Delivery<Push>) {
  const event = {
    version: '1.0',
    packageName: content.packageName,
    eventTimeMillis: String(content.eventAt),
    ...content.notification,
  };
  return {
    message: {
      attributes: {},
      data: Buffer.from(JSON.stringify(event)).toString('base64'),
      messageId: id,
      publishTime: new Date(createdAt).toISOString(),
    },
    subscription: 'projects/tollgate-emulator/subscriptions/play-notifications',
  };
}

/** Good by real time and by an emulated clock ahead of it: receivers check it by one or the other. */
function oidcToken({ push }: Keys, { audience, email }: PushTarget, now: number): string {
  const iat = Math.floor(Date.now() / 1000);
  const exp = Math.max(iat, Math.floor(now / 1000)) + tokenLifetime;
  const sub = '114200000000000000001';
  const claims = { aud: audience, azp: sub, email, email_verified: true };
  const signed = [
    { alg: 'RS256', kid: push.keyId, typ: 'JWT' },
    { ...claims, exp, iat, iss: issuer, sub },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('RSA-SHA256', Buffer.from(signed), push.privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

/** The keys that push tokens are checked with, in Google's two forms. */
export function certificateRoutes(scope: FastifyInstance, keys: () => Keys): void {
  const cacheable = 'public, max-age=600';

  scope.get('/oauth2/v1/certs', async (_request, reply) => {
    const { keyId, certificate } = keys().push;
    return reply.header('cache-control', cacheable).send({ [keyId]: certificate });
  });
  scope.get('/oauth2/v3/certs', async (_request, reply) => {
    const { keyId, privateKey } = keys().push;
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    return reply
      .header('cache-control', cacheable)
      .send({ keys: [{ ...jwk, kid: keyId, alg: 'RS256', use: 'sig' }] });
  });
}
