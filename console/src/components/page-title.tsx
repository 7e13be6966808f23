// A page's heading, what it is for, and its actions; also the title of the browser's tab.
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

export function PageTitle({
  title,
  about,
  children,
}: {
  title: string;
  /** One sentence on what the page is for. */
  about?: ReactNode;
  /** Buttons, the most important last. */
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Tollgate`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div>
        <Title order={1} size="h3">
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" mt={2} maw={720} style={{ textWrap: 'pretty' }}>
            {about}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
