// Sends one message about an alert to one channel: a durable job, written with the opening or the end.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { isRejection, makeChange, type Rejection } from '../audit/operation.ts';
import type { JobHandler, NewJob } from '../background/jobs.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import { textStart } from '../base/text-start.ts';
import { toMail } from '../mail/letter.ts';
import type { AlertChannelTable, AlertTable } from '../storage/schema.ts';
import { placeIn } from '../storage/sealed.ts';
import { readProject } from '../tenants/projects.ts';
import { type AlertContext, channelAudit, readChannel } from './channels.ts';
import { appsOf } from './conditions-store.ts';
import { pageOf } from './pages.ts';
import { findAlert, findChannel, noteFailure } from './store.ts';
import { FRAMES, textOf } from './texts.ts';

export const ALERT_JOB = 'alert.send';

export type Moment = 'opened' | 'closed';

const DAY_MS = 24 * 60 * 60_000;
const FAILURE_BYTES = 300;
/** Slack and Discord refuse longer ones. */
const MESSAGE_BYTES = 1_900;

export const alertJob = (
  { game_index: gameIndex, alert_id }: Pick<AlertTable, 'game_index' | 'alert_id'>,
  { channel_id }: Pick<AlertChannelTable, 'channel_id'>,
  moment: Moment,
): NewJob => ({
  appid: '',
  gameIndex,
  kind: ALERT_JOB,
  id: `alert ${alert_id} ${moment} ${channel_id}`,
  payload: { alert_id, channel_id, moment },
});

interface Message {
  /** The same for every attempt. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

interface Payload {
  readonly alert_id: string;
  readonly channel_id: string;
  readonly moment: Moment;
}

export function alertHandler(context: AlertContext): JobHandler {
  const { storage, clock } = context;
  return async ({ gameIndex: game_index, payload, createdAt }) => {
    const { alert_id, channel_id, moment } = payload as Payload;
    const channel = await findChannel(storage.db, { game_index, channel_id });
    const alert = await findAlert(storage.db, { game_index, alert_id });
    // Removed meanwhile.
    if (!channel || !alert) return 'done';
    const failure = await send(context, channel, await messageOf(context, channel, alert, moment));
    const isKnown = channel.failure === failure && failure === null;
    const at = failure === null ? null : clock();
    if (!isKnown) await noteFailure(storage.db, { game_index, channel_id, at, failure });
    if (failure === null) return 'done';
    // Nobody needs the news of yesterday; the failure stays visible at the channel.
    return clock() - createdAt > DAY_MS ? 'done' : { retry: failure };
  };
}

export const TestedChannel = namedObject('TestedAlertChannel', {
  sent: Type.Boolean(),
  failure: orNull(Type.String({ description: 'Why it could not be sent.' })),
});

/** Sends at once, and notes the result. */
export async function testAlertChannel(
  context: AlertContext,
  actor: Actor,
  key: { readonly game_index: number; readonly channel_id: string },
): Promise<Type.Static<typeof TestedChannel> | Rejection> {
  const channel = await readChannel(context, key);
  if (isRejection(channel)) return channel;
  const say = FRAMES[channel.language];
  const failure = await send(context, channel, {
    id: `test-${channel.channel_id}-${context.clock()}`,
    title: `${await heading(context, channel)} ${say.test}`,
    text: say.testText,
    url: `${context.consoleUrl}/p/${key.game_index}/alerts`,
  });
  return makeChange(context, actor, async (tx, now) => {
    await noteFailure(tx, { ...key, at: failure === null ? null : now, failure });
    const value = { sent: failure === null, failure };
    return { value, audit: channelAudit('test', key, { after: value }) };
  });
}

async function messageOf(
  context: AlertContext,
  channel: AlertChannelTable,
  alert: AlertTable,
  moment: Moment,
): Promise<Message> {
  const say = FRAMES[channel.language];
  const apps = await appsOf(context.storage.db, { gameIndex: alert.game_index });
  const app = apps.find(({ appid }) => appid === alert.appid)?.name ?? alert.appid ?? '';
  const details = JSON.parse(alert.details) as Record<string, string | number>;
  const { title, text } = textOf(channel.language, { kind: alert.kind, details }, app);
  const isOver = moment === 'closed';
  return {
    id: `alert-${alert.alert_id}-${moment}-${channel.channel_id}`,
    title: `${await heading(context, channel)} ${isOver ? say.over(title) : title}`,
    text: isOver ? say.overText : text,
    url: `${context.consoleUrl}${pageOf(alert)}`,
  };
}

/** Which project it is about. */
async function heading(
  context: AlertContext,
  { game_index, language }: AlertChannelTable,
): Promise<string> {
  const project = await readProject(context, game_index);
  const name = isRejection(project) ? String(game_index) : project.name;
  const isSandbox = context.environment === 'sandbox';
  return `[${name}${isSandbox ? `, ${FRAMES[language].sandbox}` : ''}]`;
}

/** Null when it was sent, else why not; never the target. */
async function send(
  context: AlertContext,
  channel: AlertChannelTable,
  message: Message,
): Promise<string | null> {
  const place = placeIn('alert_channel', 'sealed_target', channel);
  const target = context.vault.open(channel.sealed_target, place);
  if (target === undefined)
    return 'The stored target does not open. Remove the channel and add it again.';
  return channel.kind === 'email'
    ? mail(context, channel, target, message)
    : post(context, channel, target, message);
}

async function mail(
  { mailer }: AlertContext,
  { language }: AlertChannelTable,
  to: string,
  { id, title, text, url }: Message,
): Promise<string | null> {
  if (!mailer) return 'Tollgate cannot send e-mails: SMTP_URL is not set.';
  const link = { label: FRAMES[language].open, url };
  const letter = toMail({ subject: title, paragraphs: [title, text], link }, language);
  try {
    await mailer.send({ to, id, ...letter });
    return null;
  } catch (error) {
    return textStart((error as Error).message, FAILURE_BYTES);
  }
}

async function post(
  { sender }: AlertContext,
  { kind }: AlertChannelTable,
  url: string,
  message: Message,
): Promise<string | null> {
  const answer = await sender.post({
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'Tollgate' },
    body: JSON.stringify(kind === 'slack' ? slackBody(message) : discordBody(message)),
  });
  if ('failure' in answer) return textStart(answer.detail, FAILURE_BYTES);
  const isTaken = answer.status >= 200 && answer.status < 300;
  return isTaken ? null : `The webhook answered HTTP ${answer.status}.`;
}

/** Without `<`, nothing in it is a mention. */
const slackBody = ({ title, text, url }: Message) => ({
  text: textStart(`*${plain(title)}*\n${plain(text)}\n${url}`, MESSAGE_BYTES),
});

const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const discordBody = ({ title, text, url }: Message) => ({
  content: textStart(`**${title}**\n${text}\n${url}`, MESSAGE_BYTES),
  allowed_mentions: { parse: [] },
});
