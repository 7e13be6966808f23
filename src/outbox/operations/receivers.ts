// Receivers for operators: list them, set one after a test, test one.

import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import type { Channel } from '../../storage/schema.ts';
import { readProject } from '../../tenants/projects.ts';
import type { Channels, Target } from '../channel.ts';
import {
  CHANNELS,
  noReceiver,
  OutboxLane,
  Receiver,
  type RegisteredReceiver,
  Registration,
  readReceiver,
  registerReceiver,
  toLane,
  urlProblem,
} from '../receivers.ts';
import type { Sender } from '../relay/send.ts';
import { readTarget, toTarget } from '../relay/target.ts';
import { sendTestMessage, type TestOutcome } from '../relay/test-message.ts';
import { Attempt, RequestResult } from './attempts.ts';
import { laneAudit, OutboxState, readState } from './lane.ts';

/** Dependencies for sending. */
export interface OutboxContext extends OperationContext {
  readonly channels: Channels;
  readonly sender: Sender;
}

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const ReceiverState = namedObject('ReceiverState', {
  ...OutboxLane.properties,
  url: orNull(Receiver.properties.url),
  key_hint: orNull(Receiver.properties.key_hint),
  updated_at: orNull(Receiver.properties.updated_at),
  waiting: OutboxState.properties.waiting,
  refused: OutboxState.properties.refused,
  oldest_at: OutboxState.properties.oldest_at,
  paused: OutboxState.properties.paused,
  sending: OutboxState.properties.sending,
  failures: Type.Integer({ description: 'Failed attempts of the next batch.' }),
  next_attempt_at: OutboxState.properties.next_attempt_at,
  dead_letters: OutboxState.properties.dead_letters,
});
export type ReceiverState = Type.Static<typeof ReceiverState>;

/** One entry for each channel, registered or not. */
export async function listReceivers(
  context: OperationContext,
  gameIndex: number,
): Promise<{ items: ReceiverState[] } | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const items: ReceiverState[] = [];
  for (const channel of CHANNELS) {
    const lane = { game_index: gameIndex, channel };
    const receiver = await readReceiver(context, lane);
    const { batch, ...state } = await readState(context, lane);
    const unknown = { ...lane, url: null, key_hint: null, updated_at: null };
    items.push({
      ...(isRejection(receiver) ? unknown : receiver),
      ...state,
      failures: batch?.attempts ?? 0,
    });
  }
  return { items };
}

export const ReceiverInput = namedObject(
  'ReceiverInput',
  {
    ...Registration.properties,
    skip_test: Type.Optional(
      Type.Boolean({
        description:
          'Save without sending a test message. Default: false for `restriction`, true for `purchase`.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ReceiverInput = Type.Static<typeof ReceiverInput>;

const SKIPS_TEST: Readonly<Record<Channel, boolean>> = { restriction: false, purchase: true };

export async function setReceiver(
  context: OutboxContext,
  actor: Actor,
  { skip_test, ...registration }: OutboxLane & ReceiverInput,
): Promise<RegisteredReceiver | Rejection> {
  const skips = skip_test ?? SKIPS_TEST[registration.channel];
  const problem = skips ? undefined : await testProblem(context, registration);
  return problem ?? registerReceiver(context, actor, registration);
}

/** A new key is not known to the receiver yet, so any answer counts. */
async function testProblem(
  context: OutboxContext,
  { url, key: given, ...lane }: OutboxLane & Registration,
): Promise<Rejection | undefined> {
  const wrong = urlProblem(url);
  if (wrong) return invalid('url', wrong);
  const project = await readProject(context, lane.game_index);
  if (isRejection(project)) return project;
  const { storage, vault } = context;
  const current = await readTarget(storage.db, vault, toLane(lane), context.clock());
  const key = given ?? current?.keys[0];
  const target = toTarget(url, { key: key ?? randomBytes(16).toString('hex') });
  const { result, error } = await sendTest(context, lane, target);
  const reached = result !== 'network' && result !== 'address';
  if (result === 'delivered' || (key === undefined && reached)) return undefined;
  return invalid(
    'url',
    `The receiver did not accept the test message: ${error}. Nothing was saved.`,
  );
}

const ANSWER_LENGTH = 2_048;

const { status, result_code, answer, error } = Attempt.properties;
export const TestSent = namedObject('TestSent', {
  url: Type.String({ description: 'URL it was sent to.' }),
  result: RequestResult,
  status,
  result_code,
  answer,
  error,
});
export type TestSent = Type.Static<typeof TestSent>;

/** Bypasses the queue, which may be paused or waiting. */
export async function testReceiver(
  context: OutboxContext,
  actor: Actor,
  lane: OutboxLane,
): Promise<TestSent | Rejection> {
  const { storage, vault, clock } = context;
  const target = await readTarget(storage.db, vault, toLane(lane), clock());
  if (!target) return noReceiver(lane);
  const outcome = await sendTest(context, lane, target);
  const value: TestSent = {
    url: target.url,
    result: outcome.result,
    status: outcome.status ?? null,
    result_code: outcome.resultCode ?? null,
    answer: outcome.answer?.slice(0, ANSWER_LENGTH) ?? null,
    error: outcome.error ?? null,
  };
  const after = { url: value.url, result: value.result };
  return makeChange(context, actor, async () => ({
    value,
    audit: { ...laneAudit('test', lane), after },
  }));
}

function sendTest(
  { channels, sender, clock }: OutboxContext,
  { game_index, channel }: OutboxLane,
  target: Target,
): Promise<TestOutcome> {
  const port = channels.get(channel);
  if (!port) throw new Error(`nothing is known about the channel ${channel}`);
  return sendTestMessage(sender, port, game_index, target, clock());
}
