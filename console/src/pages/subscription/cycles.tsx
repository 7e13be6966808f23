// The payments of a subscription, one row each.
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useApp } from '../../place.tsx';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import type { Cycle } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

export function Cycles({ cycles }: { cycles: readonly Cycle[] }) {
  const say = useMessages();
  const { time_zone: timeZone } = useApp();
  const shared = usePurchaseColumns();
  const columns: readonly Column<Cycle>[] = [
    {
      label: say.paid,
      cell: ({ purchased_at, verified_at }) => (
        <Time at={purchased_at ?? verified_at} timeZone={timeZone} absolute />
      ),
    },
    shared.purchase,
    shared.product,
    shared.amount,
    {
      label: say.byServer,
      cell: ({ claimed }) => (
        <StatusBadge tone={claimed ? 'good' : 'quiet'}>
          {claimed ? say.claimed : say.unclaimed}
        </StatusBadge>
      ),
    },
    shared.state,
  ];
  return (
    <Card title={say.cycles} about={say.cyclesAbout}>
      <DataTable
        label={say.cycles}
        columns={columns}
        source={{ items: cycles, isPending: false, error: null, retry: () => {} }}
        rowKey={({ transaction_id }) => transaction_id}
        minWidth={900}
        empty={<Empty title={say.noCycles} about={say.noCyclesAbout} />}
      />
    </Card>
  );
}
