// The payments of a subscription, one row each.
import { AppTime } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import type { Cycle } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

export function Cycles({ cycles }: { cycles: readonly Cycle[] }) {
  const say = useMessages();
  const shared = usePurchaseColumns();
  const columns: readonly Column<Cycle>[] = [
    {
      label: say.paid,
      cell: ({ purchased_at, verified_at }) => (
        <AppTime at={purchased_at ?? verified_at} absolute />
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
        source={cycles}
        rowKey={({ transaction_id }) => transaction_id}
        minWidth={900}
        empty={{ title: say.noCycles, about: say.noCyclesAbout }}
      />
    </Card>
  );
}
