// Server ids of an app: the worlds that purchases may name.
import { Code } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ServersIcon } from '../../../components/icons.tsx';
import { TableCard } from '../../../components/table-card.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useMessages } from './messages.ts';

type Server = Schema<'Server'>;

export function Servers() {
  const say = useMessages();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const path = endpoint('/apps/{appid}/servers', { appid });
  const [edited, setEdited] = useState<Server | 'new'>();
  const [leaving, setLeaving] = useState<Server>();
  return (
    <TableCard
      title={say.title}
      about={say.about}
      source={useKeyset(path)}
      rowKey={({ server_id }) => server_id}
      columns={[
        { label: say.id, cell: ({ server_id }) => <Code>{server_id}</Code> },
        { label: say.name, cell: ({ name }) => name },
        { label: say.created, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      actions={
        mayChange &&
        ((server) => [
          {
            label: say.rename,
            about: say.renameOf(server.server_id),
            onClick: () => setEdited(server),
          },
          {
            label: say.remove,
            about: say.removeOf(server.server_id),
            onClick: () => setLeaving(server),
          },
        ])
      }
      create={mayChange && <AddButton label={say.create} onClick={() => setEdited('new')} />}
      minWidth={560}
      empty={{ title: say.none, about: say.noneAbout, icon: ServersIcon }}
    >
      <ServerDialog edited={edited} onClose={() => setEdited(undefined)} />
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        run={({ server_id }) =>
          call('DELETE', endpoint('/apps/{appid}/servers/{server_id}', { appid, server_id }))
        }
        done={say.removed}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ server_id }) => say.removeAbout(server_id)}
      </Confirm>
    </TableCard>
  );
}

/** Registers a server id, or renames one. */
function ServerDialog({
  edited,
  onClose,
}: {
  edited: Server | 'new' | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const last = useLast(edited);
  const server = last === 'new' ? undefined : last;
  return (
    <FormDialog
      opened={edited !== undefined}
      title={server ? say.renameOf(server.server_id) : say.create}
      action={say.save}
      initialValues={{ server_id: server?.server_id ?? '', name: server?.name ?? '' }}
      validate={{
        server_id: (text) => (/^[\w.-]{1,100}$/.test(text.trim()) ? null : say.idWrong),
      }}
      run={({ server_id, name }) =>
        call(
          'PUT',
          endpoint('/apps/{appid}/servers/{server_id}', { appid, server_id: server_id.trim() }),
          { name: name.trim() },
        )
      }
      done={say.saved}
      refreshes={[endpoint('/apps/{appid}/servers', { appid })]}
      onClose={onClose}
      fields={[
        {
          kind: 'code',
          name: 'server_id',
          label: say.id,
          about: say.idAbout,
          required: true,
          disabled: server !== undefined,
        },
        { kind: 'name', name: 'name', label: say.name, about: say.nameAbout },
      ]}
    />
  );
}
