// Availability and answering times of the markets that are connected.
import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { Failure } from '../../components/failure.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { MARKETS, marketColor } from '../../sales/markets.ts';
import { useMarketNames } from '../../sales/messages.ts';
import type { Market } from '../../sales/records.ts';
import { Spark } from './chart/spark.tsx';
import { Strip } from './chart/strip.tsx';
import type { Figures } from './figures.ts';
import { type Health, healthOf } from './health.ts';
import { useMessages } from './messages.ts';
import { usePercent } from './tiles.tsx';

/** The last class has no upper end: whatever was slower than the one before it. */
const SLOWEST_MS = 10_000;

export function MarketHealth({ figures }: { figures: Figures }) {
  const say = useMessages();
  const can = useCan();
  const { appid } = useApp();
  const connected = useGet(endpoint('/apps/{appid}/markets', { appid }));
  const known = new Set(connected.data?.items.map(({ market }) => market));
  const shown = MARKETS.map((market) => ({ market, health: healthOf(figures, market) })).filter(
    ({ market, health }) => known.has(market) || health.calls > 0,
  );
  return (
    <Card title={say.markets} about={say.marketsAbout}>
      {connected.error && (
        <Failure error={connected.error} retry={() => void connected.refetch()} />
      )}
      {connected.data && shown.length === 0 && (
        <Text size="sm">
          {say.noMarkets}{' '}
          {can('admin') && (
            <Anchor component={Link} to={appPath(appid, '/settings/markets')} size="sm">
              {say.connect}
            </Anchor>
          )}
        </Text>
      )}
      {shown.length > 0 && (
        <Table.ScrollContainer minWidth={640} type="native">
          <Table verticalSpacing="sm" aria-label={say.markets} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="18%">{say.market}</Table.Th>
                <Table.Th w="38%">{say.availability}</Table.Th>
                <Table.Th w="34%">{say.latency}</Table.Th>
                <Table.Th w="10%" ta="right">
                  {say.calls}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ market, health }) => (
                <HealthRow key={market} market={market} health={health} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}

function HealthRow({ market, health }: { market: Market; health: Health }) {
  const say = useMessages();
  const name = useMarketNames()[market];
  const format = useFormat();
  const percent = usePercent();
  const { calls, answered, mean, most } = health;
  const share = percent(answered, calls);
  return (
    <Table.Tr>
      <Table.Td>
        <MarketName market={market} />
      </Table.Td>
      <Table.Td>
        {calls === 0 ? (
          <Text size="sm" c="dimmed">
            {say.noCalls}
          </Text>
        ) : (
          <>
            <Text size="sm">{share}</Text>
            <Strip shares={health.shares} label={say.answered(name, share)} />
          </>
        )}
      </Table.Td>
      <Table.Td>
        {mean !== undefined && (
          <>
            <Text size="sm">
              {say.mean(format.number(mean))}
              {most !== undefined && (
                <Text span size="sm" c="dimmed">
                  {' · '}
                  {most === SLOWEST_MS ? say.slower('5 s') : say.most(`${format.number(most)} ms`)}
                </Text>
              )}
            </Text>
            <Spark
              color={marketColor(market)}
              values={health.means}
              label={say.latencyOf(name, format.number(mean))}
            />
          </>
        )}
      </Table.Td>
      <Table.Td ta="right">{format.number(calls)}</Table.Td>
    </Table.Tr>
  );
}
