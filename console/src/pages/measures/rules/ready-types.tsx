// Restriction types that come with Tollgate, to be adopted where none of the app fits.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useTypes, useTypesEndpoint } from '../../../restrictions/types.ts';
import { useMessages } from './form-messages.ts';

type ReadyType = Schema<'ReadyType'>;

export function ReadyTypes({ onAdopted }: { onAdopted: (blockType: number) => void }) {
  const say = useMessages();
  const { language } = useLanguage();
  const { appid } = useApp();
  const mayAdopt = useCan()('admin');
  const types = useTypes();
  const ready = useGet(endpoint('/apps/{appid}/measures/ready-types', { appid }));
  const nameOf = (type: Pick<ReadyType, 'type_name' | 'type_en_name'>) =>
    language === 'ko' ? type.type_name : type.type_en_name;
  const adopt = useAction({
    run: ({ name }: ReadyType) =>
      call('POST', endpoint('/apps/{appid}/measures/ready-types/{name}/adopt', { appid, name })),
    done: (type) => say.adopted(nameOf(type)),
    refreshes: [useTypesEndpoint()],
    after: ({ block_type }) => onAdopted(block_type),
  });
  const isThere = ({ type_en_name }: ReadyType) =>
    types.data?.items.some((type) => type.type_en_name === type_en_name);
  const offered = ready.data?.items.filter((type) => !isThere(type)) ?? [];
  if (!mayAdopt || !types.data || offered.length === 0) return null;
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {say.ready}
      </Text>
      <Group gap="xs">
        {offered.map((type) => (
          <Button
            key={type.name}
            size="xs"
            variant="light"
            loading={adopt.isPending && adopt.variables.name === type.name}
            onClick={() => adopt.mutate(type)}
          >
            {say.adopt(nameOf(type))}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
