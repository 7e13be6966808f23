// What a rule does, and until when.
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { AddIcon, CloseIcon } from '../../../components/icons.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useMessages as useShared } from '../../../restrictions/messages.ts';
import { ScopeSelect } from '../../../restrictions/scopes.tsx';
import { TypeSelect } from '../../../restrictions/type-select.tsx';
import { useTypes, useTypesEndpoint } from '../../../restrictions/types.ts';
import { type DraftForm, newStep } from './draft.ts';
import { useMessages } from './messages.ts';

export function ThenFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  const common = useShared();
  return (
    <Card title={say.measure}>
      <Stack>
        <Radio.Group aria-label={say.measure} {...form.getInputProps('action')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Radio value="restrict" label={say.restrict} />
            <Radio value="flag" label={say.flag} description={say.flagAbout} />
          </SimpleGrid>
        </Radio.Group>
        {form.values.action === 'restrict' && (
          <>
            <TypeSelect label={say.type} required {...form.getInputProps('block_type')} />
            <ReadyTypes onAdopted={(type) => form.setFieldValue('block_type', String(type))} />
            <ScopeSelect
              label={say.scope}
              description={common.scopeAbout}
              {...form.getInputProps('scope')}
            />
            <StepFields form={form} />
          </>
        )}
        <Checkbox label={say.event} {...form.getInputProps('event', { type: 'checkbox' })} />
        <Checkbox
          label={say.sameDevice}
          {...form.getInputProps('same_device', { type: 'checkbox' })}
        />
      </Stack>
    </Card>
  );
}

export function UntilFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  return (
    <Card title={say.until} about={say.untilAbout}>
      <Checkbox label={say.paidAgain} {...form.getInputProps('paid_again', { type: 'checkbox' })} />
    </Card>
  );
}

const MOST = 10;

function StepFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  const { steps } = form.values;
  return (
    <Input.Wrapper label={say.steps} description={say.stepsAbout} labelElement="div">
      <Stack gap="xs" mt={6}>
        {steps.map(({ key, kind }, index) => (
          <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
            <Select
              aria-label={say.stepKind(index + 1)}
              w={150}
              allowDeselect={false}
              data={[
                { value: 'days', label: say.forDays },
                { value: 'permanent', label: say.forever },
              ]}
              {...form.getInputProps(`steps.${index}.kind`)}
            />
            {kind === 'days' && (
              <NumberInput
                aria-label={say.stepDays(index + 1)}
                w={110}
                min={1}
                max={3_650}
                allowDecimal={false}
                {...form.getInputProps(`steps.${index}.days`)}
              />
            )}
            {steps.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={say.removeStep(index + 1)}
                onClick={() => form.removeListItem('steps', index)}
              >
                <CloseIcon size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {steps.length < MOST && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<AddIcon size={14} />}
            onClick={() => form.insertListItem('steps', newStep(30))}
          >
            {say.addStep}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

type ReadyType = Schema<'ReadyType'>;

function ReadyTypes({ onAdopted }: { onAdopted: (blockType: number) => void }) {
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
