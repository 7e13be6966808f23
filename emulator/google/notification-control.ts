// Steering developer notifications: where they go, hold, release, redeliver, test, forge.
import type { FastifyInstance } from 'fastify';
import { type Input, readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError, type World } from '../world.ts';
import { forgePush, pushForgeries } from './forged-push.ts';
import { type Keys, newRsaKey, pushEmail } from './keys.ts';
import type { Notification } from './play.ts';
import type { Rtdn } from './rtdn.ts';
import { readPackage } from './sale.ts';

const path = '/google/notifications';

export function notificationControl(
  scope: FastifyInstance,
  world: World,
  rtdn: Rtdn,
  keys: () => Keys,
): void {
  let otherKey: ReturnType<typeof newRsaKey> | undefined;

  scope.post(path, async (request) => {
    const input = readInput(request.body);
    input.only('packageName', 'allPackages', 'url', 'audience', 'email');
    const url = required(input.httpUrl('url'), 'url');
    const target = {
      url,
      audience: input.string('audience') ?? url,
      email: input.string('email') ?? pushEmail,
    };
    if (input.boolean('allPackages')) {
      if (input.string('packageName') !== undefined) {
        throw new ControlError('Send packageName or allPackages, not both.');
      }
      rtdn.topic.set(url, target);
      return { allPackages: true, ...target };
    }
    const packageName = readPackage(input);
    rtdn.targets.set(packageName, target);
    return { packageName, ...target };
  });

  scope.post(`${path}/test`, async (request) => {
    const input = readInput(request.body);
    input.only('packageName');
    const packageName = readPackage(input);
    const notification = { testNotification: { version: '1.0' } };
    const messageId = rtdn.notify(packageName, world.clock.now(), notification);
    if (messageId === undefined) {
      throw new ControlError(`No address is registered for ${packageName}.`);
    }
    return { messageId };
  });

  // Returned, not sent: whoever tests a receiver posts it.
  scope.post(`${path}/forge`, async (request) => {
    const input = readInput(request.body);
    input.only('kind', 'packageName', 'notification', 'url');
    const packageName = readPackage(input);
    const url = input.httpUrl('url');
    const target = url === undefined ? rtdn.targets.get(packageName) : rtdn.topic.get(url);
    if (!target) throw new ControlError(`No address is registered for ${url ?? packageName}.`);
    const kind = required(input.oneOf('kind', pushForgeries), 'kind');
    const notification = readNotification(input);
    otherKey ??= newRsaKey();
    const messageId = world.id('9');
    const now = world.clock.now();
    const forging = { kind, messageId, packageName, notification, target, now };
    return forgePush(forging, keys(), await otherKey);
  });

  webhookControl(scope, path, 'messageId', rtdn.sender);
}

function readNotification({ fields }: Input): Notification {
  const { notification = { testNotification: { version: '1.0' } } } = fields;
  if (typeof notification === 'object' && notification !== null && !Array.isArray(notification)) {
    return notification as Notification;
  }
  throw new ControlError('notification must be a JSON object.');
}
