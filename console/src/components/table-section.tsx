// A list as a section of a page, without a card around it.
import { Stack, Text, Title } from '@mantine/core';
import { DataTable, type DataTableProps } from './data-table.tsx';

export function TableSection<T>({
  title,
  about,
  ...table
}: Omit<DataTableProps<T>, 'label'> & { title: string; about?: string }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      <DataTable label={title} {...table} />
    </Stack>
  );
}
