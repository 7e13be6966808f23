// Products of an app with their prices.
import { Button, Code, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { AddIcon, ProductsIcon } from '../../../components/icons.tsx';
import { actionsColumn } from '../../../components/row-actions.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useMessages as useShared } from '../messages.ts';
import { useMessages } from './messages.ts';
import type { Product } from './product.ts';
import { ProductForm } from './product-form.tsx';

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove'; readonly product: Product };

export function Products() {
  const say = useMessages();
  const common = useShared();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const path = endpoint('/apps/{appid}/products', { appid });
  const list = useKeyset(path);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const about = useLast(dialog);
  const chosen = about && 'product' in about ? about.product : undefined;
  const remove = useAction({
    run: ({ product_id }: Product) =>
      call('DELETE', endpoint('/apps/{appid}/products/{product_id}', { appid, product_id })),
    done: say.removed,
    refreshes: [path],
    after: close,
  });
  const create = mayChange && (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setDialog({ kind: 'new' })}>
      {say.create}
    </Button>
  );
  const columns: readonly Column<Product>[] = [
    {
      label: common.name,
      cell: ({ name, product_id }) => (
        <>
          <Text size="sm" fw={600}>
            {name}
          </Text>
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
          prices.map(({ currency, amount }) => `${amount} ${currency}`).join(' · ')
        ),
    },
    { label: say.updated, cell: ({ updated_at }) => <Time at={updated_at} /> },
    ...actionsColumn(mayChange, (product: Product) => [
      {
        label: common.edit,
        about: say.editOf(product.product_id),
        onClick: () => setDialog({ kind: 'edit', product }),
      },
      {
        label: common.remove,
        about: say.removeOf(product.product_id),
        onClick: () => setDialog({ kind: 'remove', product }),
      },
    ]),
  ];
  return (
    <Card title={say.title} about={say.about} aside={list.items.length > 0 && create}>
      <DataTable
        label={say.title}
        columns={columns}
        source={list}
        rowKey={({ product_id }) => product_id}
        minWidth={720}
        empty={
          <Empty
            title={say.none}
            about={mayChange ? say.noneAbout : say.noneToRead}
            icon={ProductsIcon}
          >
            {create}
          </Empty>
        }
      />
      <Modal
        opened={dialog?.kind === 'new' || dialog?.kind === 'edit'}
        onClose={close}
        title={chosen ? say.editOf(chosen.product_id) : say.create}
        size="lg"
      >
        <ProductForm appid={appid} product={chosen} onDone={close} />
      </Modal>
      <Confirm
        opened={dialog?.kind === 'remove'}
        title={say.removeTitle}
        action={common.remove}
        isPending={remove.isPending}
        onConfirm={() => chosen && remove.mutate(chosen)}
        onClose={close}
      >
        {say.removeAbout(chosen?.product_id ?? '')}
      </Confirm>
    </Card>
  );
}
