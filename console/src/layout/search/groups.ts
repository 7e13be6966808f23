// What the search found, as groups of lines that one can choose from.
import type { Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useRoleNames } from '../../i18n/roles.ts';
import type { PageRoute } from '../../page-route.ts';
import { appPath, projectPath } from '../../place.tsx';
import { isPlayerId } from '../../restrictions/records.ts';
import { useMarketNames, useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useMoney } from '../../sales/money.ts';
import { purchasePage, subscriptionPage } from '../../sales/paths.ts';
import { useValues } from '../../sales/timeline-messages.ts';
import { isAtLeast, roleIn, useSession } from '../../session.tsx';
import type { Surroundings } from '../surroundings.ts';
import { useMessages } from './messages.ts';

export interface Line {
  readonly to: string;
  readonly title: string;
  readonly about: string;
  readonly badge?: { readonly text: string; readonly tone: 'good' | 'bad' | 'warning' | 'quiet' };
}

export interface LineGroup {
  readonly title: string;
  readonly lines: readonly Line[];
}

type Found = Schema<'SearchResult'>;

const STATE_TONES = {
  valid: 'good',
  refunded: 'bad',
  revoked: 'quiet',
  disputed: 'warning',
  charged_back: 'bad',
} as const;

const listed = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

/** Records first, then pages, then what exists without a record; empty groups are left out. */
export function useGroups(
  text: string,
  found: Found | undefined,
  pages: readonly PageRoute[],
  around: Surroundings,
): { readonly groups: readonly LineGroup[]; readonly isNothing: boolean } {
  const say = useMessages();
  const records = useRecordGroups(found, around);
  const named = usePages(text, pages, around);
  const unknown = useUnknownPlayer(text, found, around);
  const results = [...records, { title: say.pages, lines: named }];
  const groups = [...results, { title: say.anyPlayer, lines: unknown }];
  return {
    groups: groups.filter(({ lines }) => lines.length > 0),
    isNothing: results.every(({ lines }) => lines.length === 0),
  };
}

function useRecordGroups(found: Found | undefined, { projects }: Surroundings): LineGroup[] {
  const say = useMessages();
  const sales = useSalesMessages();
  const markets = useMarketNames();
  const statuses: Readonly<Record<string, string>> = useValues();
  const roles = useRoleNames();
  const money = useMoney();
  const { language } = useLanguage();
  if (!found) return [];
  const projectName = (gameIndex: number): string =>
    projects.find(({ game_index }) => game_index === gameIndex)?.name ?? String(gameIndex);
  return [
    {
      title: say.players,
      lines: found.players.map(
        ({ appid, app_name, player_id, found_by, restriction }): Line => ({
          to: appPath(appid, `/players/${player_id}`),
          title: say.player(String(player_id)),
          about: listed(app_name, say[`by_${found_by}`]),
          ...(restriction && {
            badge: {
              text: say.restricted(
                language === 'ko' ? restriction.type_name : restriction.type_en_name,
              ),
              tone: 'bad',
            },
          }),
        }),
      ),
    },
    {
      title: say.purchases,
      lines: found.purchases.map(
        (each): Line => ({
          to: purchasePage(each.appid, each.service_transaction_id),
          title: listed(each.product_id, money.amount(each.amount, each.currency)),
          about: listed(each.service_transaction_id, markets[each.provider], each.app_name),
          badge: { text: sales[each.state], tone: STATE_TONES[each.state] },
        }),
      ),
    },
    {
      title: say.orders,
      lines: found.orders.map(
        (each): Line => ({
          to: appPath(each.appid, `/players/${each.player_id}`),
          title: say.order(each.order_id),
          about: listed(
            each.product_id,
            money.amount(each.amount, each.currency),
            say.ofPlayer(String(each.player_id)),
            each.app_name,
          ),
          badge: { text: say[each.state], tone: each.state === 'paid' ? 'warning' : 'quiet' },
        }),
      ),
    },
    {
      title: say.subscriptions,
      lines: found.subscriptions.map(
        (each): Line => ({
          to: subscriptionPage(each.appid, each),
          title: each.product_id,
          about: listed(markets[each.provider], each.app_name),
          badge: {
            text: statuses[`status ${each.status}`] ?? each.status,
            tone: each.status === 'active' ? 'good' : 'quiet',
          },
        }),
      ),
    },
    {
      title: say.members,
      lines: found.members.map(
        ({ game_index, email, role }): Line => ({
          to: game_index === null ? '/projects' : projectPath(game_index, '/members'),
          title: email,
          about: listed(
            roles[role],
            game_index === null ? say.installation : projectName(game_index),
          ),
        }),
      ),
    },
  ];
}

/** Every number can be a player: the page of one without records opens too. */
function useUnknownPlayer(
  text: string,
  found: Found | undefined,
  { appid, apps }: Surroundings,
): readonly Line[] {
  const say = useMessages();
  if (!found || appid === undefined || !isPlayerId(text)) return [];
  const isKnown = found.players.some(
    (player) => player.appid === appid && String(player.player_id) === text,
  );
  if (isKnown) return [];
  const name = apps.find((app) => app.appid === appid)?.name ?? appid;
  const to = appPath(appid, `/players/${text}`);
  return [{ to, title: say.openPlayer(text), about: name }];
}

function usePages(
  text: string,
  pages: readonly PageRoute[],
  { projects, apps, gameIndex, appid }: Surroundings,
): readonly Line[] {
  const say = useMessages();
  const session = useSession();
  const { language } = useLanguage();
  const role = gameIndex === undefined ? undefined : roleIn(session, gameIndex);
  const wanted = text.toLowerCase();
  return pages.flatMap(({ scope, path, navigation }): Line[] => {
    if (!navigation) return [];
    const { label, needs = 'viewer' } = navigation;
    const isNamed = [label.en, label.ko].some((name) => name.toLowerCase().includes(wanted));
    if (!isNamed) return [];
    const line = (to: string, about: string): Line[] => [{ to, title: label[language], about }];
    if (scope === 'app') {
      if (appid === undefined || !isAtLeast(role, needs)) return [];
      return line(appPath(appid, path), apps.find((app) => app.appid === appid)?.name ?? appid);
    }
    if (scope === 'project') {
      if (gameIndex === undefined || !isAtLeast(role, needs)) return [];
      const project = projects.find(({ game_index }) => game_index === gameIndex);
      return line(projectPath(gameIndex, path), project?.name ?? String(gameIndex));
    }
    const isAllowed = isAtLeast(session.owner ? 'owner' : 'viewer', needs);
    return isAllowed ? line(path, say.installation) : [];
  });
}
