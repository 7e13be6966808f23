// Copies everything about a player as plain text, for a ticket.
import { Button } from '@mantine/core';
import { useAction } from '../../../action.ts';
import { get } from '../../../api.ts';
import { copyText } from '../../../components/copy-button.tsx';
import { CopyIcon } from '../../../components/icons.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useApp } from '../../../place.tsx';
import { useActorName } from '../../../restrictions/actors.ts';
import type { RestrictionRecord } from '../../../restrictions/records.ts';
import { useScopeName } from '../../../restrictions/scopes.tsx';
import { useTermsText } from '../../../restrictions/terms.tsx';
import { useMarketNames, useMessages as useSalesMessages } from '../../../sales/messages.ts';
import { useMoney } from '../../../sales/money.ts';
import { useMessages as usePlayerMessages } from '../messages.ts';
import { useName } from './data.ts';
import { useMessages } from './messages.ts';

export function CopyAll({
  playerId,
  restrictions,
}: {
  playerId: string;
  restrictions: readonly RestrictionRecord[];
}) {
  const say = useMessages();
  const write = useTicket(playerId, restrictions);
  const copy = useAction({ run: async () => copyText(await write()), done: say.copied });
  return (
    <Button
      variant="default"
      leftSection={<CopyIcon size={16} />}
      loading={copy.isPending}
      onClick={() => copy.mutate()}
    >
      {say.copyAll}
    </Button>
  );
}

const PURCHASES = 20;

/** Reads it anew, so that the text is of now. */
function useTicket(playerId: string, restrictions: readonly RestrictionRecord[]) {
  const say = useMessages();
  const common = usePlayerMessages();
  const sales = useSalesMessages();
  const markets = useMarketNames();
  const format = useFormat();
  const money = useMoney();
  const { language } = useLanguage();
  const termsOf = useTermsText();
  const scopeName = useScopeName();
  /** Names the scope unless it is the login. */
  const scoped = (scope: string | undefined, text: string): string =>
    scope === undefined ? text : `${scopeName(scope)}: ${text}`;
  const whoDid = useActorName();
  const { appid, name: appName, time_zone: zone } = useApp();
  const name = useName(playerId);
  return async (): Promise<string> => {
    const [accounts, spending, orders, purchases, devices, history, notes] = await Promise.all([
      get(endpoint('/apps/{appid}/players/{player_id}/accounts', name)),
      get(endpoint('/apps/{appid}/players/{player_id}/spending', name)),
      get(endpoint('/apps/{appid}/players/{player_id}/orders', name)),
      get(endpoint('/apps/{appid}/purchases', { appid }), {
        player_id: playerId,
        limit: PURCHASES,
      }),
      get(endpoint('/apps/{appid}/players/{player_id}/devices', name)),
      get(endpoint('/apps/{appid}/players/{player_id}/history', name), { limit: PURCHASES }),
      get(endpoint('/apps/{appid}/players/{player_id}/notes', name), { limit: PURCHASES }),
    ]);
    const at = (time: string): string => format.exactTime(time, zone);
    const part = (title: string, lines: readonly string[]): string[] =>
      lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
    return [
      `${common.playerTitle(playerId)} · ${appName} (${appid}) · ${zone}`,
      ...(restrictions.length === 0 ? [`${common.now}: ${common.free}`] : []),
      ...restrictions.map((each) => `${common.now}: ${scoped(each.scope, termsOf(each))}`),
      ...part(
        say.accounts,
        accounts.items.map(
          ({ account_uuid, derived }) => account_uuid + (derived ? ` (${say.derived})` : ''),
        ),
      ),
      ...part(
        say.spending,
        spending.currencies.map(
          ({ currency, spent, refunded, kept }) =>
            `${currency}: ${say.spent} ${spent}, ${say.refunded} ${refunded}, ${say.kept} ${kept}`,
        ),
      ),
      ...part(
        say.orders,
        orders.items.map(
          (order) =>
            `${order.order_id} · ${order.product_id} · ${money.amount(order.amount, order.currency)} · ${say[`state_${order.state}`]} · ${at(order.opened_at)}`,
        ),
      ),
      ...part(
        say.purchases,
        purchases.items.map(
          (each) =>
            `${each.service_transaction_id} (${each.store_transaction_id}) · ${each.product_id} · ${money.amount(each.amount, each.currency)} · ${markets[each.provider]} · ${sales[each.state]} · ${at(each.verified_at)}`,
        ),
      ),
      ...part(
        say.devices,
        devices.items.map(({ did, last_login_at, other_players }) =>
          [
            `${did} · ${say.lastLogin} ${at(last_login_at)}`,
            ...other_players.map(
              ({ player_id, restriction: other }) =>
                common.playerTitle(String(player_id)) +
                (other
                  ? ` (${say.restrictedAs(language === 'ko' ? other.type_name : other.type_en_name)})`
                  : ''),
            ),
          ].join(' · '),
        ),
      ),
      ...part(
        common.history,
        history.items.map(({ action, at: time, actor, comment, after, scope }) =>
          [
            at(time),
            scoped(scope, action === 'changed' ? common.changedAction : common[action]),
            whoDid({ actor: actor.name, actor_kind: actor.kind }),
            ...(after ? [termsOf(after)] : []),
            ...(comment === null ? [] : [comment]),
          ].join(' · '),
        ),
      ),
      ...part(
        say.notes,
        notes.items.map(
          ({ author, created_at, text }) => `${at(created_at)} · ${author.name}: ${text}`,
        ),
      ),
    ].join('\n');
  };
}
