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
import { CannotOpen } from '../../base/vault.ts';
import type { Channel } from '../../storage/schema.ts';
import { readProject } from '../../tenants/projects.ts';
import type { Channels, Target } from '../channel.ts';
import { typeProblem } from '../filter.ts';
import { channelOf } from '../lane-name.ts';
import { plainTextProblem, reuseProblem, urlProblem } from '../receiver-rules.ts';
import {
  allLanes,
  noReceiver,
  OutboxLane,
  Receiver,
  type RegisteredReceiver,
  Registration,
  readReceiver,
  readRow,
  registerReceiver,
  toLane,
} from '../receivers.ts';
import type { Sender } from '../relay/send.ts';
import { readTarget } from '../relay/target.ts';
import { sendTestMessage, type TestOutcome } from '../relay/test-message.ts';
import { Attempt, RequestResult } from './attempts.ts';
import { laneAudit, OutboxState, readState } from './lane.ts';

/** Dependencies for sending. */
export interface OutboxContext extends OperationContext {
  readonly channels: Channels;
  readonly sender: Sender;
  /** Whether new URLs may be http. */
  readonly allowHttp: boolean;
}

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const ReceiverState = namedObject('ReceiverState', {
  ...OutboxLane.properties,
  url: orNull(Receiver.properties.url),
  key_hint: orNull(Receiver.properties.key_hint),
  updated_at: orNull(Receiver.properties.updated_at),
  old_key: Receiver.properties.old_key,
  bearer_hint: Receiver.properties.bearer_hint,
  restriction_events: Receiver.properties.restriction_events,
  events: Receiver.properties.events,
  apps: Receiver.properties.apps,
  markets: Receiver.properties.markets,
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

/** One entry for each channel, registered or not, and one for each other receiver. */
export async function listReceivers(
  context: OperationContext,
  gameIndex: number,
): Promise<{ items: ReceiverState[] } | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const items: ReceiverState[] = [];
  for (const channel of await allLanes(context.storage.db, gameIndex)) {
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
  const problem = await registrationProblem(context, registration);
  if (problem) return problem;
  const skips = skip_test ?? SKIPS_TEST[channelOf(registration.channel)];
  const failure = skips ? undefined : await testProblem(context, registration);
  return failure ?? registerReceiver(context, actor, registration);
}

/** Checked before the test message, which carries the key. */
async function registrationProblem(
  context: OutboxContext,
  registration: OutboxLane & Registration,
): Promise<Rejection | undefined> {
  const { storage, vault, allowHttp } = context;
  const { url } = registration;
  const wrong = urlProblem(url);
  if (wrong) return invalid('url', wrong);
  const unknown = filterProblem(context.channels, registration);
  if (unknown) return unknown;
  const current = await readRow(storage.db, registration);
  // A URL that is registered already stays usable.
  if (!allowHttp && url !== current?.url) {
    const problem = plainTextProblem(url);
    if (problem) return problem;
  }
  return current && reuseProblem(vault, current, registration);
}

/** What no message has would leave out everything. */
function filterProblem(
  channels: Channels,
  { channel, events = [], markets = [] }: OutboxLane & Registration,
): Rejection | undefined {
  const port = channels.get(channelOf(channel));
  const types = port?.types ?? [];
  if (types.length === 0 && events.length + markets.length > 0) {
    const field = events.length > 0 ? 'events' : 'markets';
    return invalid(field, 'Notifications of restrictions can be narrowed by apps only.');
  }
  const unknown = typeProblem(events, types);
  if (unknown !== undefined) return invalid('events', unknown);
  const market = markets.find((each) => each !== '' && !port?.markets.includes(each));
  return market === undefined ? undefined : invalid('markets', `${market} is not a market.`);
}

/** A new key is not known to the receiver yet, so any answer counts. */
async function testProblem(
  context: OutboxContext,
  { url, key: given, new_key, bearer: givenBearer, ...lane }: OutboxLane & Registration,
): Promise<Rejection | undefined> {
  const project = await readProject(context, lane.game_index);
  if (isRejection(project)) return project;
  const { storage, vault, clock } = context;
  const current = await readTarget(storage.db, vault, toLane(lane), clock()).catch(unlessClosed);
  const made = given === undefined && (new_key || !current);
  const key = made ? randomBytes(16).toString('hex') : given;
  const keys = key === undefined ? (current?.keys ?? []) : [key];
  const ownBearer = current && !current.keys.includes(current.bearer) ? current.bearer : undefined;
  const bearer = (givenBearer ?? ownBearer) || keys.at(-1) || '';
  const target = { url, keys, bearer, apps: [] };
  const { result, error } = await sendTest(context, lane, target);
  const reached = result !== 'network' && result !== 'address';
  if (result === 'delivered' || (made && reached)) return undefined;
  return invalid(
    'url',
    `The receiver did not accept the test message: ${error}. Nothing was saved.`,
  );
}

/** A secret that does not open is being replaced. */
function unlessClosed(error: unknown): undefined {
  if (!(error instanceof CannotOpen)) throw error;
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
  const port = channels.get(channelOf(channel));
  if (!port) throw new Error(`nothing is known about the channel ${channel}`);
  return sendTestMessage(sender, port, game_index, target, clock());
}
