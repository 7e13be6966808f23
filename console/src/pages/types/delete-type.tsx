// Deletes a type; while it restricts players, links to them instead.
import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../../action.ts';
import { ApiError, call } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useTypeName } from '../../restrictions/terms.tsx';
import { type TypeRecord, useTypesEndpoint } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

export function DeleteType({
  type,
  onClose,
  onDeleted,
}: {
  /** Undefined while nothing is to be deleted. */
  type: TypeRecord | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const say = useMessages();
  const nameOf = useTypeName();
  const { appid } = useApp();
  const path = useTypesEndpoint();
  const remove = useAction({
    run: async (number: number): Promise<'deleted' | 'in_use'> => {
      try {
        await call(
          'DELETE',
          endpoint('/apps/{appid}/types/{block_type}', { appid, block_type: number }),
        );
        return 'deleted';
      } catch (error) {
        if (error instanceof ApiError && error.code === 'in_use') return 'in_use';
        throw error;
      }
    },
    done: (outcome) => (outcome === 'deleted' ? say.deleted : undefined),
    refreshes: [path],
    after: (outcome) => {
      if (outcome === 'in_use') return;
      close();
      onDeleted?.();
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={type !== undefined}
      title={type ? say.deleteTitle(nameOf(type)) : ''}
      action={say.delete}
      isPending={remove.isPending}
      onConfirm={() => type && remove.mutate(type.block_type)}
      onClose={close}
    >
      <Stack>
        {say.deleteAbout}
        {remove.data === 'in_use' && (
          <Alert role="alert" color="red" icon={<WarningIcon />}>
            {say.inUse}{' '}
            <Anchor
              component={Link}
              size="sm"
              to={appPath(appid, `/players?type=${type?.block_type}`)}
            >
              {say.inUseLink}
            </Anchor>
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
