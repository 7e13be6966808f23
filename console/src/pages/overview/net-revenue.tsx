// Net revenue of the last 30 days in one line, and the way to the figures.
import { Anchor, Box, Group, Paper, Text } from '@mantine/core';
import { Link } from 'wouter';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { bandColor } from '../../sales/colors.ts';
import { microsOf } from '../../sales/decimal.ts';
import { useMoney } from '../../sales/money.ts';
import { DAY_MS } from '../../sales/window.ts';
import { wallTime } from '../../wall-time.ts';
import { Spark } from './chart/spark.tsx';
import { useMessages } from './messages.ts';

const DAYS = 30;

export function NetRevenue() {
  const say = useMessages();
  const money = useMoney();
  const { appid, time_zone: timeZone } = useApp();
  const dayOf = (at: number): string => wallTime(new Date(at), timeZone).slice(0, 10);
  const now = Date.now();
  const { data } = useGet(endpoint('/apps/{appid}/figures/revenue', { appid }), {
    from: dayOf(now - (DAYS - 1) * DAY_MS),
    to: dayOf(now),
    step: 'day',
  });
  const total = data?.totals.find(({ currency }) => currency !== '');
  if (!data || !total) return null;
  const values = Array.from({ length: DAYS }, () => 0);
  for (const { at, currency, net } of data.items) {
    // A day may have 23 or 25 hours.
    const index = Math.round((Date.parse(at) - Date.parse(data.from)) / DAY_MS);
    if (currency === total.currency && index < DAYS) values[index] = Number(microsOf(net));
  }
  const amount = money.amount(total.net, total.currency);
  return (
    <Paper withBorder px="md" py="sm" component="section" aria-label={say.netRevenue}>
      <Group gap="md">
        <div>
          <Text size="sm" c="dimmed">
            {say.netRevenue}
          </Text>
          <Text fw={650}>{amount}</Text>
        </div>
        <Box flex={1} miw={140}>
          <Spark color={bandColor('blue')} values={values} label={`${say.netRevenue}: ${amount}`} />
        </Box>
        <Anchor component={Link} to={appPath(appid, '/figures')} size="sm">
          {say.toFigures}
        </Anchor>
      </Group>
    </Paper>
  );
}
