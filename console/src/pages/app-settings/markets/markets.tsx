// Where an app sells: a card for each market, and what the markets say about the settings.
import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { attentionEndpoint } from '../../../attention.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Failure } from '../../../components/failure.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { MARKETS } from '../../../sales/markets.ts';
import type { Market } from '../../../sales/records.ts';
import classes from '../page.module.css';
import type { Finding } from './finding.ts';
import { MarketCard } from './market-card.tsx';
import { MarketDialog } from './market-dialog.tsx';
import { useMessages } from './messages.ts';
import { useTitle, useWords } from './shapes.ts';
import type { FormerGateway } from './values.ts';

type Findings = Partial<Record<Market, Finding>>;

export function Markets() {
  const say = useMessages();
  const titleOf = useTitle();
  const { appid, game_index } = useApp();
  const can = useCan();
  const path = endpoint('/apps/{appid}/markets', { appid });
  const list = useGet(path);
  const [findings, setFindings] = useState<Findings>({});
  const [edited, setEdited] = useState<Market>();
  const [leaving, setLeaving] = useState<Market>();
  const [forgotten, setForgotten] = useState<FormerGateway>();
  const word = useWords('PG');
  const note = (market: Market, finding: Finding | undefined) =>
    setFindings((before) => ({ ...before, [market]: finding }));
  const check = useAction({
    async run(markets: readonly Market[]) {
      for (const market of markets) {
        note(market, undefined);
        note(
          market,
          await call('POST', endpoint('/apps/{appid}/markets/{market}/check', { appid, market })),
        );
      }
    },
    refreshes: [path, attentionEndpoint(game_index)],
  });
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  const recordOf = (market: Market) => list.data.items.find((each) => each.market === market);
  const set = MARKETS.filter(recordOf);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {say.about}
        </Text>
        {set.length > 1 && can('operator') && (
          <Button variant="light" loading={check.isPending} onClick={() => check.mutate(set)}>
            {say.checkAll}
          </Button>
        )}
      </Group>
      <div className={classes.cards}>
        {MARKETS.map((market) => (
          <MarketCard
            key={market}
            market={market}
            record={recordOf(market)}
            finding={findings[market]}
            isChecking={check.isPending && check.variables.includes(market)}
            onCheck={() => check.mutate([market])}
            onEdit={() => setEdited(market)}
            onRemove={() => setLeaving(market)}
            onRemoveFormer={setForgotten}
          />
        ))}
      </div>
      <MarketDialog
        edited={edited}
        recordOf={recordOf}
        onSaved={(market) => check.mutate([market])}
        onClose={() => setEdited(undefined)}
      />
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        run={(market) =>
          call('DELETE', endpoint('/apps/{appid}/markets/{market}', { appid, market }))
        }
        done={say.removed}
        refreshes={[path]}
        after={(_, market) => note(market, undefined)}
        onClose={() => setLeaving(undefined)}
      >
        {(market) => say.removeAbout(titleOf(market))}
      </Confirm>
      <Confirm
        asked={forgotten}
        title={say.removeFormerTitle}
        action={say.remove}
        run={(gateway) =>
          call('DELETE', endpoint('/apps/{appid}/markets/PG/former/{gateway}', { appid, gateway }))
        }
        done={say.removed}
        refreshes={[path]}
        onClose={() => setForgotten(undefined)}
      >
        {(gateway) => say.removeFormerAbout(word(gateway))}
      </Confirm>
    </Stack>
  );
}

function Loading() {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      {MARKETS.map((market) => (
        <Skeleton key={market} height={220} />
      ))}
    </SimpleGrid>
  );
}
