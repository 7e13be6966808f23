// One appeal: what the player says, the decision, and beside it the restriction, the player and the history.
import { Alert, Anchor, Grid, Stack, Text } from '@mantine/core';
import { Link, useParams, useSearch } from 'wouter';
import { AppTime, timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useActorName } from '../../restrictions/actors.ts';
import { type Appeal, AppealBadge } from '../../restrictions/appeals.tsx';
import { useStatusNames } from '../../restrictions/messages.ts';
import { type RestrictionRecord, restrictionsOf } from '../../restrictions/records.ts';
import { LOGIN, useScopeName } from '../../restrictions/scopes.tsx';
import { useLanguageName, useTermsText, useTypeNameOf } from '../../restrictions/terms.tsx';
import { type LanguageCode, useTypes } from '../../restrictions/types.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import { History } from '../players/history.tsx';
import classes from './appeals.module.css';
import { DecisionForm } from './decision-form.tsx';
import { useMessages } from './messages.ts';

/** What the decision is described by, for who cannot see it. */
const TEXT_ID = 'appeal-text';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { appealId = '' } = useParams();
  const search = useSearch();
  const appeal = useGet(
    endpoint('/apps/{appid}/appeals/{appeal_id}', { appid, appeal_id: appealId }),
  );
  const toQueue = `${appPath(appid, '/appeals')}${search === '' ? '' : `?${search}`}`;
  return (
    <>
      <Anchor component={Link} to={toQueue} size="sm">
        ← {say.back}
      </Anchor>
      {appeal.data ? (
        <Contents key={appealId} appeal={appeal.data} toQueue={toQueue} />
      ) : (
        <Unread query={appeal} />
      )}
    </>
  );
}

function Contents({ appeal, toQueue }: { appeal: Appeal; toQueue: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const playerId = String(appeal.player_id);
  const player = useGet(
    endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: playerId }),
  );
  const termsOf = useTermsText();
  const typeName = useTypeNameOf();
  const current = player.data && currentOf(appeal, player.data);
  return (
    <>
      <PageTitle
        title={say.appealOf(playerId)}
        about={current ? termsOf(current) : typeName(appeal.block_type)}
      >
        <AppealBadge state={appeal.state} />
      </PageTitle>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Words appeal={appeal} />
            {player.data ? (
              <Decision appeal={appeal} player={player.data} toQueue={toQueue} />
            ) : (
              <Unread query={player} height={240} />
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            {player.data ? (
              <>
                <Restriction appeal={appeal} player={player.data} />
                <Player appeal={appeal} player={player.data} />
              </>
            ) : (
              <Unread query={player} height={240} />
            )}
            <History playerId={playerId} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** As written: neither translated nor shortened. */
function Words({ appeal: { language, source, created_at, text } }: { appeal: Appeal }) {
  const say = useMessages();
  const format = useFormat();
  const languageName = useLanguageName();
  return (
    <Card
      title={say.text}
      about={
        <>
          {say.sent(languageName(language as LanguageCode), say[source])} ·{' '}
          <AppTime at={created_at} /> ({format.relative(created_at)})
        </>
      }
    >
      <Text id={TEXT_ID} className={classes.words} dir="auto" lang={language}>
        {text}
      </Text>
    </Card>
  );
}

/** The restriction that the appeal is about, while there is one. */
function currentOf(appeal: Appeal, player: Schema<'Player'>): RestrictionRecord | undefined {
  if (appeal.state !== 'open' && appeal.state !== 'upheld' && appeal.state !== 'shortened') {
    return undefined;
  }
  return restrictionsOf(player).find(({ scope = LOGIN }) => scope === appeal.scope);
}

function Decision({
  appeal,
  player,
  toQueue,
}: {
  appeal: Appeal;
  player: Schema<'Player'>;
  toQueue: string;
}) {
  const say = useMessages();
  const mayDecide = useCan()('operator');
  const types = useTypes();
  const current = currentOf(appeal, player);
  if (appeal.state !== 'open') return <Decided appeal={appeal} />;
  if (appeal.own_restriction || appeal.outside_limits) {
    return (
      <Alert color="yellow" title={say.ownTitle}>
        {appeal.own_restriction ? say.ownAbout : say.limitsAbout}
      </Alert>
    );
  }
  if (!mayDecide) {
    return (
      <Text size="sm" c="dimmed">
        {say.mayNot}
      </Text>
    );
  }
  return (
    <Card title={say.decision}>
      {types.data ? (
        <DecisionForm
          appeal={appeal}
          type={types.data.items.find(({ block_type }) => block_type === appeal.block_type)}
          currentEnd={current?.status === 'B' ? current.end_date : undefined}
          describedBy={TEXT_ID}
          toQueue={toQueue}
        />
      ) : (
        <Unread query={types} height={240} />
      )}
    </Card>
  );
}

function Decided({ appeal: { state, answer, decided_at, decided_by } }: { appeal: Appeal }) {
  const say = useMessages();
  const nameOf = useActorName();
  return (
    <Card title={say.decision} aside={<AppealBadge state={state} />}>
      <Facts
        isWide
        facts={[
          timeFact(say.decidedAt, decided_at),
          {
            label: say.decidedBy,
            value: decided_by && nameOf({ actor: decided_by.name, actor_kind: decided_by.kind }),
          },
        ]}
      />
      <Text
        size="sm"
        mt="md"
        className={classes.words}
        dir="auto"
        {...(answer === null && { c: 'dimmed' })}
      >
        {answer ?? (state === 'ended' ? say.endedAbout : say.noAnswer)}
      </Text>
    </Card>
  );
}

function Restriction({ appeal, player }: { appeal: Appeal; player: Schema<'Player'> }) {
  const say = useMessages();
  const statuses = useStatusNames();
  const nameOf = useActorName();
  const typeName = useTypeNameOf();
  const scopeName = useScopeName();
  const { time_zone: zone } = useApp();
  const current = currentOf(appeal, player);
  const blockType = current?.block_type ?? appeal.block_type;
  return (
    <Card title={say.restriction}>
      <Facts
        facts={[
          { label: say.why, value: `${blockType} · ${typeName(blockType)}` },
          { label: say.scope, value: scopeName(appeal.scope) },
          {
            label: say.start,
            value: current ? `${current.start_date} (${zone})` : null,
          },
          {
            label: say.until,
            value: current
              ? current.status === 'P'
                ? statuses.P
                : `${current.end_date} (${zone})`
              : null,
          },
          { label: say.by, value: (current && nameOf(current)) || null },
        ]}
      />
      {!current && (
        <Text size="sm" c="dimmed" mt="xs">
          {say.over}
        </Text>
      )}
    </Card>
  );
}

/** Changes that are read to count the earlier restrictions. */
const CHANGES = 100;

function Player({ appeal, player }: { appeal: Appeal; player: Schema<'Player'> }) {
  const say = useMessages();
  const format = useFormat();
  const termsOf = useTermsText();
  const scopeName = useScopeName();
  const { appid } = useApp();
  const player_id = String(appeal.player_id);
  const purchases = useGet(endpoint('/apps/{appid}/purchases/count', { appid }), { player_id });
  const history = useGet(
    endpoint('/apps/{appid}/players/{player_id}/history', { appid, player_id }),
    {
      limit: CHANGES,
    },
  );
  const all = restrictionsOf(player);
  const others = all.filter(({ scope = LOGIN }) => scope !== appeal.scope);
  const counted = (count: number, isExact: boolean): string =>
    `${format.number(count)}${isExact ? '' : '+'}`;
  const registered = history.data?.items.filter(({ action }) => action === 'registered').length;
  return (
    <Card
      title={say.player}
      aside={
        <Anchor component={Link} to={appPath(appid, `/players/${player_id}`)} size="sm">
          {say.openPlayer}
        </Anchor>
      }
    >
      <Facts
        facts={[
          playerFact(say.playerId, appid, appeal.player_id),
          {
            label: say.purchases,
            value: purchases.data ? counted(purchases.data.count, purchases.data.is_exact) : null,
          },
          {
            label: say.earlier,
            value:
              registered === undefined
                ? null
                : counted(Math.max(registered - all.length, 0), history.data?.next === null),
          },
          {
            label: say.other,
            value:
              others.length === 0
                ? null
                : others.map((each) => `${scopeName(each.scope)}: ${termsOf(each)}`).join(', '),
          },
        ]}
      />
    </Card>
  );
}
