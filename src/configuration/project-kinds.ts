// What a configuration file holds of a project beside its apps: scopes, alert channels, receivers.
import { Type } from 'typebox';
import {
  type AlertChannel,
  AlertChannelInput,
  addAlertChannel,
  hintOf,
  openAlertChannels,
  removeAlertChannel,
} from '../alerts/channels.ts';
import { invalid } from '../audit/operation.ts';
import {
  asksForRestrictions,
  FILTER,
  type Filter,
  printFilter,
  readFilter,
} from '../outbox/filter.ts';
import { channelOf } from '../outbox/lane-name.ts';
import { setReceiver } from '../outbox/operations/receivers.ts';
import { openSecret } from '../outbox/receiver-secrets.ts';
import {
  type OutboxLane,
  ReceiverId,
  Registration,
  receiversOf,
  removeReceiver,
} from '../outbox/receivers.ts';
import { ScopeName } from '../restriction/schema.ts';
import { listScopes, removeScope, ScopeInput, setScope } from '../restriction/scope-operations.ts';
import { type InProject, itemsOf, type Kind, kind } from './kind.ts';
import { isSecret, named, REFERENCE, Reference, type Secret, stored } from './secrets.ts';

const CLOSED = { additionalProperties: false };

interface Scope extends ScopeInput {
  readonly scope: string;
}

const scopes = kind<InProject, Scope>({
  section: 'scopes',
  item: Type.Object({ scope: ScopeName, ...ScopeInput.properties }, CLOSED),
  key: ({ scope }) => scope,
  read: async ({ context, gameIndex }) =>
    itemsOf(await listScopes(context, gameIndex))
      .filter(({ ready }) => !ready)
      .map(({ scope, names }) => ({ scope, names })),
  complete: (item) => item,
  put: ({ context, gameIndex }, actor, item) =>
    setScope(context, actor, { ...item, game_index: gameIndex }),
  remove: ({ context, gameIndex }, actor, { scope }) =>
    removeScope(context, actor, { scope, game_index: gameIndex }),
});

/** The URL of a webhook is a secret; its host and end tell it from others. */
interface AlertTarget {
  readonly kind: AlertChannelInput['kind'];
  readonly hint?: string;
  readonly target: string | Secret;
  readonly language: AlertChannel['language'];
}

const alertChannels: Kind<InProject, AlertTarget> = {
  section: 'alert_channels',
  item: Type.Object(
    {
      kind: AlertChannelInput.properties.kind,
      hint: Type.Optional(
        Type.String({
          description: 'Host and last characters of a webhook, to know it without its URL.',
        }),
      ),
      target: Type.String({
        description: 'E-mail address, or where the URL of the webhook lies (`env:`, `file:`).',
      }),
      language: AlertChannelInput.properties.language,
    },
    CLOSED,
  ),
  key: ({ kind, hint, target }) => `${kind} ${hint ?? target}`,
  async read({ context, gameIndex }) {
    const channels = await openAlertChannels(context, gameIndex);
    return channels.map(({ kind, hint, target, language }, index) =>
      kind === 'email'
        ? { kind, target: hint, language }
        : { kind, hint, target: stored(target, `${gameIndex} ${kind} ${index + 1}`), language },
    );
  },
  complete({ kind, hint, target, language = 'en' }, resolve) {
    const text = target as string;
    if (kind === 'email') return { kind, target, language };
    if (!REFERENCE.test(text)) {
      return invalid(
        'target',
        'The URL of a webhook is a secret: write where it lies, as env:NAME.',
      );
    }
    const secret = named(text, resolve);
    const known = secret.value === undefined ? hint : hintOf(kind, secret.value);
    return known === undefined
      ? invalid('target', `${text} has no value.`)
      : { kind, hint: known, target: secret, language };
  },
  async put(place, actor, { kind, target, language }, old) {
    const before = old?.target;
    const value = isSecret(target) ? (target.value ?? (before as Secret).value ?? '') : target;
    if (old) await alertChannels.remove(place, actor, old);
    return addAlertChannel(place.alerts, actor, {
      game_index: place.gameIndex,
      kind,
      target: value,
      language,
    });
  },
  async remove({ context, gameIndex }, actor, { kind, hint, target }) {
    const all = await openAlertChannels(context, gameIndex);
    const found = all.find((each) => each.kind === kind && each.hint === (hint ?? target));
    return found
      ? removeAlertChannel(context, actor, { game_index: gameIndex, channel_id: found.channel_id })
      : {};
  },
};

interface ReceiverItem extends Filter {
  readonly channel: OutboxLane['channel'];
  readonly url: string;
  readonly key?: Secret | undefined;
  readonly bearer?: Secret | undefined;
  readonly restriction_events?: boolean;
}

const receivers = kind<InProject, ReceiverItem>({
  section: 'receivers',
  item: Type.Object(
    {
      channel: ReceiverId,
      url: Registration.properties.url,
      key: Type.Optional(Reference),
      bearer: Type.Optional(Reference),
      restriction_events: Registration.properties.restriction_events,
      ...FILTER,
    },
    CLOSED,
  ),
  key: ({ channel }) => channel,
  async read({ context, gameIndex }) {
    const { storage, vault } = context;
    const items: ReceiverItem[] = [];
    for (const row of await receiversOf(storage.db, gameIndex)) {
      const { channel } = row;
      const secret = (column: 'sealed_key' | 'sealed_bearer', name: string): Secret | undefined =>
        row[column] === null
          ? undefined
          : stored(openSecret(vault, row, column), `${gameIndex} ${channel} ${name}`);
      items.push({
        channel,
        url: row.url,
        key: secret('sealed_key', 'key'),
        bearer: secret('sealed_bearer', 'bearer'),
        ...(row.restriction_events === 1 && { restriction_events: true }),
        ...readFilter(row.filter),
      });
    }
    return items;
  },
  complete: ({ channel, url, key, bearer, restriction_events, ...filter }, resolve) => ({
    channel,
    url,
    ...((restriction_events || asksForRestrictions(filter)) && { restriction_events: true }),
    ...readFilter(printFilter(filter)),
    key: key && named(key as unknown as string, resolve),
    bearer: bearer && named(bearer as unknown as string, resolve),
  }),
  async put(
    { outbox, gameIndex },
    actor,
    { channel, url, key, bearer, restriction_events = false, events = [], apps = [], markets = [] },
    old,
  ) {
    if (!old && key?.value === undefined) {
      return invalid('key', 'Name where the key of a new receiver lies: env:NAME.');
    }
    return setReceiver(outbox, actor, {
      game_index: gameIndex,
      channel,
      url,
      skip_test: true,
      ...(channelOf(channel) === 'purchase' && { restriction_events }),
      events: [...events],
      apps: [...apps],
      markets: [...markets],
      ...(key?.value !== undefined && { key: key.value }),
      ...(bearer?.value !== undefined && { bearer: bearer.value }),
    });
  },
  remove: ({ context, gameIndex }, actor, { channel }) =>
    removeReceiver(context, actor, { game_index: gameIndex, channel }),
});

/** In the order in which they are set. */
export const PROJECT_KINDS: readonly Kind<InProject>[] = [scopes, kind(alertChannels), receivers];
