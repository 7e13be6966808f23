// A store's file of withdrawn consent: checked first, and imported when it looks right.
import { Button, FileInput, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../../action.ts';
import { upload } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { DateTimeInput } from '../../../components/date-time-input.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useApp } from '../../../place.tsx';
import { momentOf } from '../../../sales/window.ts';
import { useMessages, useProblemNames } from './messages.ts';

type Report = Schema<'ConsentImportReport'>;

interface Values {
  readonly provider: 'GOOGLE' | 'AMAZON';
  readonly file: File | null;
  readonly date: string;
}

export function ImportCard() {
  const say = useMessages();
  const { appid, time_zone: zone } = useApp();
  const [report, setReport] = useState<Report>();
  const form = useForm<Values>({
    initialValues: { provider: 'GOOGLE', file: null, date: '' },
    validate: { file: (file) => (file === null ? say.chooseFirst : null) },
    // Another file has to be checked first.
    onValuesChange: () => setReport(undefined),
  });
  const path = endpoint('/apps/{appid}/consent/import', { appid });
  const send = ({ provider, file, date }: Values, isPreview: boolean) => {
    const end = momentOf(date, zone);
    const query = { provider, dry_run: isPreview, ...(end !== undefined && { date: end }) };
    return upload(path, { ...query, file: file?.name ?? 'file' }, file as File);
  };
  const check = useAction({ run: (values: Values) => send(values, true), after: setReport });
  const take = useAction({
    run: (values: Values) => send(values, false),
    done: say.imported,
    after: setReport,
  });
  const isChecked = report?.dry_run === true && report.new > 0;
  return (
    <Card title={say.importTitle} about={say.importAbout}>
      <form onSubmit={form.onSubmit((values) => check.mutate(values))} noValidate>
        <Stack maw={480}>
          <SegmentedControl
            aria-label={say.store}
            data={[
              { value: 'GOOGLE', label: 'Google Play' },
              { value: 'AMAZON', label: 'Amazon Appstore' },
            ]}
            {...form.getInputProps('provider')}
          />
          <FileInput
            label={say.file}
            description={say.fileAbout}
            placeholder={say.chooseFile}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            clearable
            {...form.getInputProps('file')}
          />
          <DateTimeInput label={say.date} timeZone={zone} {...form.getInputProps('date')} />
          <Group gap="xs">
            <Button
              type="submit"
              variant={isChecked ? 'default' : 'filled'}
              loading={check.isPending}
            >
              {say.check}
            </Button>
            {isChecked && (
              <Button loading={take.isPending} onClick={() => take.mutate(form.values)}>
                {say.import}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {report && <Outcome report={report} />}
    </Card>
  );
}

function Outcome({ report }: { report: Report }) {
  const say = useMessages();
  const format = useFormat();
  const problems = useProblemNames();
  const { dry_run: isPreview, refusals, refused } = report;
  const [added, unchanged, players] = [report.new, report.unchanged, report.players].map((count) =>
    format.number(count),
  ) as [string, string, string];
  return (
    <Stack gap="xs" mt="md" maw={480} role="status">
      <Text size="sm" fw={600}>
        {isPreview ? say.wouldImport(added, players) : say.hasImported(added, players)}
      </Text>
      <Text size="sm" c="dimmed">
        {say.rest(unchanged, format.number(refused))}
      </Text>
      {refusals.length > 0 && (
        <Table aria-label={say.refusedLines}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say.line}</Table.Th>
              <Table.Th>{say.problem}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refusals.map(({ line, problem }) => (
              <Table.Tr key={line}>
                <Table.Td>{format.number(line)}</Table.Td>
                <Table.Td>{problems[problem]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {refused > refusals.length && (
        <Text size="sm" c="dimmed">
          {say.firstRefusals(format.number(refusals.length))}
        </Text>
      )}
    </Stack>
  );
}
