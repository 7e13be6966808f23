// Saved views of a list: open one, save what is shown, delete one.
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation, useSearch } from 'wouter';
import { useAction } from '../action.ts';
import { call } from '../api.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { CloseIcon, ViewsIcon } from '../components/icons.tsx';
import { endpoint } from '../endpoint.ts';
import { useMessages } from '../i18n/messages.ts';
import { useGet } from '../queries.ts';
import { messages } from './messages.ts';
import type { ListName, View } from './records.ts';

/** Parts of the address that are no part of the list. */
const PASSING = ['show'];

export function ViewsMenu({ list, gameIndex }: { list: ListName; gameIndex: number }) {
  const say = useMessages(messages);
  const [location] = useLocation();
  const [isOpen, menu] = useDisclosure(false);
  const [isSaving, dialog] = useDisclosure(false);
  const at = endpoint('/session/views');
  const views = useGet(at, { list, game_index: gameIndex }, { enabled: isOpen }).data?.items;
  const query = useKeptQuery();
  const remove = useAction({
    run: async (view: View) => {
      const { view_id } = view;
      const one = endpoint('/session/views/{view_id}', { view_id });
      await call('DELETE', `${one}?game_index=${gameIndex}` as typeof one);
      return view;
    },
    done: ({ name }) => say.deleted(name),
    refreshes: [at],
  });
  return (
    <>
      <Popover position="bottom-end" opened={isOpen} onChange={menu.toggle} withinPortal trapFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<ViewsIcon size={15} />}
            onClick={menu.toggle}
          >
            {say.views}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={say.views} miw={220}>
          <Stack gap={4}>
            {views?.length === 0 && (
              <Text size="sm" c="dimmed" mb={4}>
                {say.noViews}
              </Text>
            )}
            {views?.map((view) => (
              <Group key={view.view_id} gap={4} wrap="nowrap">
                <Button
                  component={Link}
                  to={`${location}?${view.query}`}
                  variant={view.query === query ? 'light' : 'subtle'}
                  color={view.query === query ? undefined : 'gray'}
                  size="compact-sm"
                  justify="flex-start"
                  flex={1}
                  onClick={menu.close}
                >
                  {view.name}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={say.deleteView(view.name)}
                  onClick={() => remove.mutate(view)}
                >
                  <CloseIcon size={14} />
                </ActionIcon>
              </Group>
            ))}
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                menu.close();
                dialog.open();
              }}
            >
              {say.saveView}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <FormDialog
        opened={isSaving}
        title={say.saveView}
        onClose={dialog.close}
        initialValues={{ name: '' }}
        validate={{ name: (name) => (name.trim() === '' ? say.needed : null) }}
        action={say.save}
        run={({ name }) =>
          call('POST', at, { game_index: gameIndex, list, name: name.trim(), query })
        }
        done={({ name }: View) => say.saved(name)}
        refreshes={[at]}
        after={dialog.close}
      >
        {(form) => (
          <TextInput
            label={say.name}
            description={say.saveAbout}
            maxLength={60}
            data-autofocus
            {...form.getInputProps('name')}
          />
        )}
      </FormDialog>
    </>
  );
}

/** What the address says of the list. */
function useKeptQuery(): string {
  const params = new URLSearchParams(useSearch());
  for (const name of PASSING) params.delete(name);
  return params.toString();
}
