// A new list: what to do, the players, what fills empty cells; it is only checked at first.
import {
  Button,
  Checkbox,
  Fieldset,
  FileInput,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useLocation } from 'wouter';
import { useAction } from '../../action.ts';
import { upload } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { endpoint, type Query } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useMessages as useShared, useStatusNames } from '../../restrictions/messages.ts';
import { endOf, weekFromNow } from '../../restrictions/period.ts';
import { PeriodFields } from '../../restrictions/period-fields.tsx';
import type { RestrictionStatus } from '../../restrictions/records.ts';
import { LOGIN, ScopeSelect } from '../../restrictions/scopes.tsx';
import { NoTypes, TypeSelect } from '../../restrictions/type-select.tsx';
import { useTypes } from '../../restrictions/types.ts';
import classes from './bulk.module.css';
import { useMessages } from './messages.ts';
import type { BulkAction } from './records.ts';

function useListForm() {
  const say = useMessages();
  const { time_zone: zone } = useApp();
  return useForm<ListValues>({
    initialValues: {
      action: 'restrict',
      scope: LOGIN,
      source: 'paste',
      text: '',
      file: null,
      status: 'B',
      block_type: null,
      ...weekFromNow(zone),
      skip_blocked: false,
      comment: '',
    },
    validate: {
      text: (text, { source }) => (source === 'paste' && text.trim() === '' ? say.empty : null),
      file: (file, { source }) => (source === 'file' && file === null ? say.empty : null),
    },
  });
}

export function NewList() {
  const say = useMessages();
  const common = useShared();
  const { appid } = useApp();
  const [, navigate] = useLocation();
  const form = useListForm();
  const path = endpoint('/apps/{appid}/bulk', { appid });
  const check = useAction({
    run: (values: ListValues) =>
      upload(
        path,
        queryOf(values),
        values.source === 'file' && values.file ? values.file : values.text,
      ),
    refreshes: [path],
    after: ({ job_id }) => navigate(appPath(appid, `/bulk/${job_id}`)),
  });
  const { action, source } = form.values;
  return (
    <Card title={say.newList}>
      <form onSubmit={form.onSubmit((values) => check.mutate(values))} noValidate>
        <Stack>
          <Group gap="md">
            <SegmentedControl
              aria-label={say.action}
              data={[
                { value: 'restrict', label: say.restrict },
                { value: 'release', label: say.release },
              ]}
              {...form.getInputProps('action')}
            />
            <SegmentedControl
              aria-label={say.source}
              data={[
                { value: 'paste', label: say.paste },
                { value: 'file', label: say.file },
              ]}
              {...form.getInputProps('source')}
            />
          </Group>
          {source === 'paste' ? (
            <Textarea
              label={say.list}
              description={action === 'restrict' ? say.listAbout : say.releaseListAbout}
              placeholder={'7000000001\n7000000002'}
              classNames={{ input: classes.list }}
              rows={7}
              spellCheck={false}
              {...form.getInputProps('text')}
            />
          ) : (
            <FileInput
              label={say.list}
              description={say.fileAbout}
              placeholder={say.chooseFile}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              clearable
              {...form.getInputProps('file')}
            />
          )}
          <ScopeSelect
            label={say.scope}
            description={common.scopeAbout}
            {...form.getInputProps('scope')}
          />
          {action === 'restrict' && <Defaults form={form} />}
          {action === 'restrict' && (
            <Checkbox
              label={say.skip}
              {...form.getInputProps('skip_blocked', { type: 'checkbox' })}
            />
          )}
          <Textarea
            label={say.comment}
            description={say.commentAbout}
            autosize
            minRows={1}
            maxLength={1_000}
            {...form.getInputProps('comment')}
          />
          <Group justify="flex-end">
            <Text size="sm" c="dimmed">
              {say.checkAbout}
            </Text>
            <Button type="submit" loading={check.isPending}>
              {say.check}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function queryOf({
  action,
  scope,
  comment,
  ...rest
}: ListValues): Query<'/apps/{appid}/bulk', 'POST'> {
  if (action === 'release') return { action, scope, comment };
  return {
    action,
    scope,
    comment,
    status: rest.status,
    block_type: rest.block_type,
    start_date: rest.start_date,
    end_date: endOf(rest.status, rest.end_date),
    skip_blocked: rest.skip_blocked,
  };
}

function Defaults({ form }: { form: UseFormReturnType<ListValues> }) {
  const say = useMessages();
  const types = useTypes();
  const common = useShared();
  const statuses = useStatusNames();
  return (
    <Fieldset legend={say.defaults}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {say.defaultsAbout}
        </Text>
        {types.data?.items.length === 0 && <NoTypes />}
        <TypeSelect label={say.type} clearable {...form.getInputProps('block_type')} />
        <SegmentedControl
          aria-label={common.status}
          data={(['B', 'P'] as const).map((value) => ({ value, label: statuses[value] }))}
          {...form.getInputProps('status')}
        />
        <PeriodFields form={form} isRequired={false} />
      </Stack>
    </Fieldset>
  );
}

interface ListValues {
  readonly action: BulkAction;
  readonly scope: string;
  readonly source: 'paste' | 'file';
  readonly text: string;
  readonly file: File | null;
  readonly status: RestrictionStatus;
  readonly block_type: string | null;
  readonly start_date: string;
  readonly end_date: string;
  readonly skip_blocked: boolean;
  readonly comment: string;
}
