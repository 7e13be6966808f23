// Server ids of an app: the worlds that purchases may name.
import { Button, Code, Modal } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { AddIcon, ServersIcon } from '../../../components/icons.tsx';
import { actionsColumn } from '../../../components/row-actions.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useMessages as useShared } from '../messages.ts';
import { useMessages } from './messages.ts';
import { type Server, ServerForm } from './server-form.tsx';

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename' | 'remove'; readonly server: Server };

export function Servers() {
  const say = useMessages();
  const common = useShared();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const path = endpoint('/apps/{appid}/servers', { appid });
  const list = useKeyset(path);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const about = useLast(dialog);
  const chosen = about && 'server' in about ? about.server : undefined;
  const remove = useAction({
    run: ({ server_id }: Server) =>
      call('DELETE', endpoint('/apps/{appid}/servers/{server_id}', { appid, server_id })),
    done: say.removed,
    refreshes: [path],
    after: close,
  });
  const create = mayChange && (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setDialog({ kind: 'new' })}>
      {say.create}
    </Button>
  );
  const columns: readonly Column<Server>[] = [
    { label: say.id, cell: ({ server_id }) => <Code>{server_id}</Code> },
    { label: common.name, cell: ({ name }) => name },
    { label: common.created, cell: ({ created_at }) => <Time at={created_at} /> },
    ...actionsColumn(mayChange, (server: Server) => [
      {
        label: say.rename,
        about: say.renameOf(server.server_id),
        onClick: () => setDialog({ kind: 'rename', server }),
      },
      {
        label: common.remove,
        about: say.removeOf(server.server_id),
        onClick: () => setDialog({ kind: 'remove', server }),
      },
    ]),
  ];
  return (
    <Card title={say.title} about={say.about} aside={list.items.length > 0 && create}>
      <DataTable
        label={say.title}
        columns={columns}
        source={list}
        rowKey={({ server_id }) => server_id}
        minWidth={560}
        empty={
          <Empty title={say.none} about={say.noneAbout} icon={ServersIcon}>
            {create}
          </Empty>
        }
      />
      <Modal
        opened={dialog?.kind === 'new' || dialog?.kind === 'rename'}
        onClose={close}
        title={chosen ? say.renameOf(chosen.server_id) : say.create}
      >
        <ServerForm appid={appid} server={chosen} onDone={close} />
      </Modal>
      <Confirm
        opened={dialog?.kind === 'remove'}
        title={say.removeTitle}
        action={common.remove}
        isPending={remove.isPending}
        onConfirm={() => chosen && remove.mutate(chosen)}
        onClose={close}
      >
        {say.removeAbout(chosen?.server_id ?? '')}
      </Confirm>
    </Card>
  );
}
