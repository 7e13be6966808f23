// Everything that is stored about a player, as one JSON document that is written while it is read.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { isRejection, makeChange, type Rejection } from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime } from '../base/iso-time.ts';
import { printJson } from '../base/json.ts';
import { namedObject } from '../base/named.ts';
import type { PersonalTable } from '../identity/personal-data.ts';
import { knownPlayer } from './known-player.ts';
import { readSection } from './personal-data.ts';
import type { PlayerDeps, PlayerKey } from './player.ts';

const Rows = Type.Array(Type.Unsafe<object>({ type: 'object' }));

/** Rows as they are stored, with times in UTC. */
export const PlayerExport = namedObject('PlayerExport', {
  environment: Type.Enum(['production', 'sandbox']),
  game_index: Type.Integer(),
  appid: Type.String(),
  player_id: Id64Answer('Player identifier.'),
  exported_at: Type.String(),
  account_uuids: Type.Array(Type.String()),
  purchases: Type.Array(Type.Unsafe<object>({ type: 'object' }), {
    description: 'With refunds and disputes, activity and store notifications.',
  }),
  subscriptions: Rows,
  store_notifications: Type.Array(Type.Unsafe<object>({ type: 'object' }), {
    description: 'Notifications that name an account, also about purchases that nobody verified.',
  }),
  orders: Rows,
  grants: Rows,
  refused_verifications: Rows,
  restrictions: Rows,
  restriction_history: Rows,
  bulk_rows: Rows,
  notifications: Rows,
  appeals: Rows,
  restricted_devices: Rows,
  device_exceptions: Rows,
  notes: Rows,
  audit_entries: Rows,
  logins: Rows,
  accounts: Rows,
  measures: Rows,
  measure_exemptions: Rows,
  debts: Rows,
  unlinked_accounts: Rows,
});

export interface PersonalDeps extends PlayerDeps {
  readonly personalData: readonly PersonalTable[];
}

/** Writes the entry of the audit log first; the chunks are the document. */
export async function exportPlayer(
  deps: PersonalDeps,
  actor: Actor,
  key: PlayerKey,
): Promise<{ chunks(): AsyncIterable<string> } | Rejection> {
  const { context, personalData } = deps;
  const player = await knownPlayer(deps, key);
  if (isRejection(player)) return player;
  const { gameIndex, appid, playerId, accounts } = player;
  const noted = await makeChange(context, actor, async () => ({
    value: {},
    audit: { action: 'player.export', gameIndex, target: `apps/${appid}/players/${playerId}` },
  }));
  if (isRejection(noted)) return noted;
  const head = {
    environment: context.environment,
    game_index: gameIndex,
    appid,
    player_id: playerId,
    exported_at: isoTime(context.clock()),
    account_uuids: accounts,
  };
  return {
    async *chunks() {
      yield printJson(head).slice(0, -1);
      for (const table of personalData) {
        if (table.section === undefined) continue;
        yield* section(table.section, readSection(context.storage.db, table, player));
      }
      yield '\n}\n';
    },
  };
}

async function* section(name: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let separator = '\n';
  for await (const row of rows) {
    yield separator + printJson(shown(row));
    separator = ',\n';
  }
  yield ']';
}

const TIME = /(^|_)(at|until|since)$/;

/** Times as people read them, also in what belongs to a row. */
function shown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(each));
  if (typeof value === 'number' && TIME.test(name)) return isoTime(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each, key)]));
}
