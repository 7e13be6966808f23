// What needs somebody's attention in a project right now, for the lights of the console: cheap enough to ask often.
import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { countLettersOf } from '../outbox/backlog.ts';
import { allLanes, OutboxLane } from '../outbox/receivers.ts';
import { waitingActionsOf } from '../payment/actions/store.ts';
import { MarketName } from '../payment/markets/markets.ts';
import { listTroubled } from '../payment/settings/market-trouble.ts';
import { openAppealsOf } from '../restriction/appeals/appeals-store.ts';
import { readProject } from '../tenants/projects.ts';
import { openAlerts } from './store.ts';

const SinceOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

export const Attention = namedObject('Attention', {
  dead_letters: Type.Array(
    Type.Object({ channel: OutboxLane.properties.channel, count: Type.Integer() }),
    { description: 'Receivers with dead letters.' },
  ),
  markets: Type.Array(
    Type.Object({
      appid: Type.String(),
      market: MarketName,
      refused_since: SinceOrNull('Since when the market refuses the credentials.'),
      failing_since: SinceOrNull('Since when the market does not answer.'),
    }),
    { description: 'Markets that refuse the credentials of an app, or do not answer.' },
  ),
  appeals: Type.Array(Type.Object({ appid: Type.String(), count: Type.Integer() }), {
    description: 'Apps with open appeals.',
  }),
  actions: Type.Array(Type.Object({ appid: Type.String(), count: Type.Integer() }), {
    description: 'Apps with refunds and other actions that wait for a second person.',
  }),
  alerts: Type.Integer({ description: 'Open alerts that nobody has acknowledged.' }),
});
export type Attention = Type.Static<typeof Attention>;

export async function readAttention(
  context: OperationContext,
  gameIndex: number,
): Promise<Attention | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const { db } = context.storage;
  const counts = await Promise.all(
    (await allLanes(db, gameIndex)).map(async (channel) => ({
      channel,
      count: await countLettersOf(db, { gameIndex, channel }),
    })),
  );
  const troubled = await listTroubled(db, { gameIndex });
  const open = await openAlerts(db, { gameIndex });
  return {
    dead_letters: counts.filter(({ count }) => count > 0),
    markets: troubled.map(({ appid, market, refused_since, failing_since }) => ({
      appid,
      market,
      refused_since: isoTimeOrNull(refused_since),
      failing_since: isoTimeOrNull(failing_since),
    })),
    appeals: [...(await openAppealsOf(db, { gameIndex }))],
    actions: [...(await waitingActionsOf(db, { gameIndex }))],
    alerts: open.filter(({ acknowledged_at }) => acknowledged_at === null).length,
  };
}
