// Products of an app with their prices.
import { Code, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { ProductsIcon } from '../../../components/icons.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TableCard } from '../../../components/table-card.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useMoney } from '../../../sales/money.ts';
import { useMessages } from './messages.ts';
import type { Product } from './product.ts';
import { ProductDialog } from './product-dialog.tsx';

export function Products() {
  const say = useMessages();
  const money = useMoney();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const path = endpoint('/apps/{appid}/products', { appid });
  const [edited, setEdited] = useState<Product | 'new'>();
  const [leaving, setLeaving] = useState<Product>();
  const columns: readonly Column<Product>[] = [
    {
      label: say.name,
      cell: ({ name, product_id }) => (
        <>
          <Text size="sm">{name}</Text>
          <Code>{product_id}</Code>
        </>
      ),
    },
    {
      label: say.kind,
      cell: ({ kind }) => (
        <StatusBadge tone={kind === 'subscription' ? 'busy' : 'quiet'}>{say[kind]}</StatusBadge>
      ),
    },
    {
      label: say.prices,
      cell: ({ prices }) =>
        prices.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say.noPrice}
          </Text>
        ) : (
          prices.map(({ currency, amount }) => money.amount(amount, currency)).join(' · ')
        ),
    },
    { label: say.updated, cell: ({ updated_at }) => <Time at={updated_at} /> },
  ];
  return (
    <TableCard
      title={say.products}
      about={say.about}
      source={useKeyset(path)}
      rowKey={({ product_id }) => product_id}
      columns={columns}
      actions={
        mayChange &&
        ((product) => [
          {
            label: say.edit,
            about: say.editOf(product.product_id),
            onClick: () => setEdited(product),
          },
          {
            label: say.remove,
            about: say.removeOf(product.product_id),
            onClick: () => setLeaving(product),
          },
        ])
      }
      create={mayChange && <AddButton label={say.create} onClick={() => setEdited('new')} />}
      minWidth={720}
      empty={{
        title: say.none,
        about: mayChange ? say.noneAbout : say.noneToRead,
        icon: ProductsIcon,
      }}
    >
      <ProductDialog edited={edited} onClose={() => setEdited(undefined)} />
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        run={({ product_id }) =>
          call('DELETE', endpoint('/apps/{appid}/products/{product_id}', { appid, product_id }))
        }
        done={say.removed}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ product_id }) => say.removeAbout(product_id)}
      </Confirm>
    </TableCard>
  );
}
