// What the store was told of one order, on the page of its purchase; nothing where the buyer came from no app.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMoney } from '../../sales/money.ts';
import { useMessages } from './messages.ts';
import { ReportState } from './state.tsx';

export function OrderReports({ orderId }: { orderId: string }) {
  const say = useMessages();
  const money = useMoney();
  const { appid } = useApp();
  const at = endpoint('/apps/{appid}/reports', { appid });
  const { data } = useGet(at, { order_id: orderId, sort: 'created_at' });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={say.reportsOfOrder} about={say.reportsOfOrderAbout}>
      <Stack gap="xs" w="100%">
        {data.items.map(({ report_id, market, kind, state, amount, currency, created_at }) => (
          <Group key={report_id} gap="xs">
            <ReportState state={state} />
            <Anchor
              component={Link}
              to={appPath(appid, `/reports?id=${orderId}&show=${report_id}`)}
              size="sm"
            >
              {say[market]} · {say[kind]}
            </Anchor>
            <Text size="sm">{money.amount(amount, currency)}</Text>
            <Text size="xs" c="dimmed" component="span">
              <AppTime at={created_at} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
