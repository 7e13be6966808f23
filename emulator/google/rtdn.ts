// Real-time developer notifications: Pub/Sub pushes with an OIDC token, per package.
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
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
  /** Missing in the files of earlier releases, where it is the id of the delivery. */
  readonly messageId?: string;
  readonly packageName: string;
  readonly eventAt: number;
  readonly target: PushTarget;
  readonly notification: Notification;
}

export interface Rtdn {
  readonly sender: WebhookSender<Push>;
  /** By package. */
  readonly targets: Map<string, PushTarget>;
  /** By URL: push addresses on a topic that all apps of the studio publish to. */
  readonly topic: Map<string, PushTarget>;
  notify(packageName: string, at: number, notification: Notification): string | undefined;
}

export function createRtdn(world: World, keys: () => Keys): Rtdn {
  const targets = new Map<string, PushTarget>();
  const topic = new Map<string, PushTarget>();
  const sender = createWebhookSender<Push>(world, {
    compose: (delivery, now) => ({
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${pushToken(keys(), delivery.content.target, now)}`,
      },
      body: JSON.stringify(
        envelope({ messageId: delivery.id, ...delivery.content }, delivery.createdAt),
      ),
    }),
    retryDelay,
    accepted: (status) => [102, 200, 201, 202, 204].includes(status),
  });
  return {
    sender,
    targets,
    topic,
    notify(packageName, eventAt, notification) {
      const own = targets.get(packageName);
      const receivers = [...(own ? [own] : []), ...topic.values()];
      if (receivers.length === 0) return undefined;
      const messageId = newMessageId(world, sender);
      // One message, delivered to each subscription of the topic.
      for (const [index, target] of receivers.entries()) {
        sender.send({
          id: index === 0 ? messageId : `${messageId}-${index}`,
          url: target.url,
          content: { messageId, packageName, eventAt, target, notification },
        });
      }
      return messageId;
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

interface Message extends Pick<Push, 'packageName' | 'eventAt' | 'notification'> {
  readonly messageId: string;
}

export function envelope(content: Message, publishedAt: number) {
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
      messageId: content.messageId,
      publishTime: new Date(publishedAt).toISOString(),
    },
    subscription: 'projects/tollgate-emulator/subscriptions/play-notifications',
  };
}

/** Good by real time and by an emulated clock ahead of it: receivers check it by one or the other. */
function pushToken({ push }: Keys, target: PushTarget, now: number): string {
  return signToken(pushClaims(target, now), push.keyId, push.privateKey);
}

export function pushClaims({ audience, email }: PushTarget, now: number) {
  const iat = Math.floor(Date.now() / 1000);
  const exp = Math.max(iat, Math.floor(now / 1000)) + tokenLifetime;
  const sub = '114200000000000000001';
  return { aud: audience, azp: sub, email, email_verified: true, exp, iat, iss: issuer, sub };
}

export function signToken(claims: object, kid: string, key: KeyObject): string {
  const signed = [{ alg: 'RS256', kid, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('RSA-SHA256', Buffer.from(signed), key);
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
