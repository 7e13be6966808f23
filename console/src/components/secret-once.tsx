// A secret that is shown once: the dialog stays until the reader is done.
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import { WarningIcon } from './icons.tsx';
import { useMessages } from './messages.ts';

export function SecretOnce({
  title,
  about,
  secrets,
  onDone,
}: {
  title: string;
  /** What they are for. */
  about?: string;
  /** Name and value of each; undefined while there is nothing to show. */
  secrets: Readonly<Record<string, string>> | undefined;
  onDone: () => void;
}) {
  const say = useMessages();
  return (
    <Modal
      opened={secrets !== undefined}
      onClose={onDone}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        {about && <Text size="sm">{about}</Text>}
        <Alert color="yellow" icon={<WarningIcon />}>
          {say.shownOnce}
        </Alert>
        {Object.entries(secrets ?? {}).map(([name, value]) => (
          <div key={name}>
            <Text size="sm" fw={500} mb={4}>
              {name}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Code block className="secret">
                {value}
              </Code>
              <CopyButton text={value} />
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onDone}>{say.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
