// Where a project's alerts are sent: e-mail addresses, and webhooks as Slack and Discord take them.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import type { Mailer } from '../mail/mailer.ts';
import { urlProblem } from '../outbox/receiver-rules.ts';
import type { Sender } from '../outbox/relay/send.ts';
import type { AlertChannelTable } from '../storage/schema.ts';
import { placeIn } from '../storage/sealed.ts';
import { changeOfProject, readProject } from '../tenants/projects.ts';
import { channelsOf, findChannel } from './store.ts';
import { LanguageName } from './texts.ts';

/** What sending needs beside the database. */
export interface AlertContext extends OperationContext {
  readonly sender: Sender;
  /** Undefined without SMTP settings. */
  readonly mailer: Mailer | undefined;
  /** Whether webhooks may be http. */
  readonly allowHttp: boolean;
  /** Base URL of the console. */
  readonly consoleUrl: string;
}

const MOST_CHANNELS = 20;
const EMAIL = /^[^\s@<>,;:"()\\[\]]+@[^\s@<>,;:"()\\[\]]+$/;
const SHOWN_END = 4;

const ChannelKind = Type.Enum(['email', 'slack', 'discord'], {
  description:
    '`email`: an address. `slack`: a URL that takes `{"text"}`. `discord`: a URL that takes `{"content"}`.',
});

export const AlertChannelInput = namedObject(
  'AlertChannelInput',
  {
    kind: ChannelKind,
    target: Type.String({
      minLength: 3,
      maxLength: 2_000,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'E-mail address, or webhook URL. A URL is a secret and is never returned.',
    }),
    language: Type.Optional(LanguageName),
  },
  { additionalProperties: false },
);
export type AlertChannelInput = Type.Static<typeof AlertChannelInput>;

export const AlertChannel = namedObject('AlertChannel', {
  channel_id: Type.String(),
  kind: ChannelKind,
  hint: Type.String({
    description: 'The address, or the host and the last characters of the URL.',
  }),
  language: LanguageName,
  created_at: Type.String(),
  created_by: Type.String(),
  failed_at: orNull(Type.String({ description: 'When the last message could not be sent.' })),
  failure: orNull(Type.String({ description: 'Why it could not be sent.' })),
});
export type AlertChannel = Type.Static<typeof AlertChannel>;

export const ChannelId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'Id of the channel.',
});

interface ChannelKey {
  readonly game_index: number;
  readonly channel_id: string;
}

const unknownChannel = ({ channel_id }: ChannelKey): Rejection =>
  notFound(`There is no alert channel ${channel_id}.`);

export async function listAlertChannels(
  context: OperationContext,
  gameIndex: number,
): Promise<{ readonly items: AlertChannel[] } | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const rows = await channelsOf(context.storage.db, { gameIndex });
  return { items: rows.map(view) };
}

/** With what is secret, for comparing: undefined where it does not open. */
export async function openAlertChannels(
  { storage, vault }: OperationContext,
  gameIndex: number,
): Promise<(AlertChannel & { readonly target: string | undefined })[]> {
  const rows = await channelsOf(storage.db, { gameIndex });
  return rows.map((row) => ({
    ...view(row),
    target: vault.open(row.sealed_target, placeIn('alert_channel', 'sealed_target', row)),
  }));
}

export async function addAlertChannel(
  context: AlertContext,
  actor: Actor,
  {
    game_index: gameIndex,
    kind,
    target,
    language = 'en',
  }: AlertChannelInput & { readonly game_index: number },
): Promise<AlertChannel | Rejection> {
  const problem = targetProblem(context, kind, target);
  if (problem !== undefined) return invalid('target', problem);
  return changeOfProject(context, actor, gameIndex, async (tx, _, now) => {
    const known = await channelsOf(tx, { gameIndex });
    if (known.length >= MOST_CHANNELS) {
      const detail = `A project has at most ${MOST_CHANNELS} alert channels. Remove one first.`;
      return { rejected: 'TOO_MANY', detail } as const;
    }
    const key = { game_index: gameIndex, channel_id: randomUUID() };
    const row: AlertChannelTable = {
      ...key,
      kind,
      sealed_target: context.vault.seal(target, placeIn('alert_channel', 'sealed_target', key)),
      hint: hintOf(kind, target),
      language,
      created_at: now,
      created_by: actor.name,
      failed_at: null,
      failure: null,
    };
    await tx.insertInto('alert_channel').values(row).execute();
    const value = view(row);
    return { value, audit: audit('add', key, { after: value }) };
  });
}

export function removeAlertChannel(
  context: OperationContext,
  actor: Actor,
  key: ChannelKey,
): Promise<AlertChannel | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await findChannel(tx, key);
    if (!row) return unknownChannel(key);
    await tx
      .deleteFrom('alert_channel')
      .where('game_index', '=', key.game_index)
      .where('channel_id', '=', key.channel_id)
      .execute();
    const before = view(row);
    return { value: before, audit: audit('remove', key, { before }) };
  });
}

export async function readChannel(
  context: OperationContext,
  key: ChannelKey,
): Promise<AlertChannelTable | Rejection> {
  return (await findChannel(context.storage.db, key)) ?? unknownChannel(key);
}

function targetProblem(
  { mailer, allowHttp }: AlertContext,
  kind: AlertChannelTable['kind'],
  target: string,
): string | undefined {
  if (kind === 'email') {
    if (!EMAIL.test(target)) return 'The e-mail address is not valid.';
    return mailer
      ? undefined
      : 'Tollgate cannot send e-mails. Set SMTP_URL and SMTP_FROM, and restart it.';
  }
  const problem = urlProblem(target);
  if (problem !== undefined) return problem;
  return !allowHttp && URL.parse(target)?.protocol === 'http:'
    ? 'The URL must start with https://, because it is a secret. For local work, TOLLGATE_ALLOW_PRIVATE_TARGETS=true allows http.'
    : undefined;
}

/** What operators see of a target. */
export const hintOf = (kind: AlertChannelTable['kind'], target: string): string =>
  kind === 'email' ? target : `${new URL(target).host}/…${target.slice(-SHOWN_END)}`;

const view = (row: AlertChannelTable): AlertChannel => ({
  channel_id: row.channel_id,
  kind: row.kind,
  hint: row.hint,
  language: row.language,
  created_at: isoTime(row.created_at),
  created_by: row.created_by,
  failed_at: isoTimeOrNull(row.failed_at),
  failure: row.failure,
});

const audit = auditOf('alert.channel', ({ game_index, channel_id }: ChannelKey) => ({
  gameIndex: game_index,
  target: `projects/${game_index}/alert-channels/${channel_id}`,
}));

export { audit as channelAudit };
