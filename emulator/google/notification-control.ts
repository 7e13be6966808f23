// Steering developer notifications: where they go, hold, release, redeliver, test.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError, type World } from '../world.ts';
import { pushEmail } from './keys.ts';
import type { Rtdn } from './rtdn.ts';
import { readPackage } from './sale.ts';

const path = '/google/notifications';

export function notificationControl(scope: FastifyInstance, world: World, rtdn: Rtdn): void {
  scope.post(path, async (request) => {
    const input = readInput(request.body);
    input.only('packageName', 'url', 'audience', 'email');
    const packageName = readPackage(input);
    const url = required(input.httpUrl('url'), 'url');
    const target = {
      url,
      audience: input.string('audience') ?? url,
      email: input.string('email') ?? pushEmail,
    };
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

  webhookControl(scope, path, 'messageId', rtdn.sender);
}
