// The end of a page: deletes what the page is about, once its name is typed.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Card } from './card.tsx';
import { Confirm } from './confirm.tsx';

export function Deletion({
  title,
  about,
  action,
  name,
  hindrance,
  isPending,
  onDelete,
}: {
  title: string;
  /** What goes with it. */
  about: string;
  action: string;
  /** To be typed. */
  name: string;
  /** Why it is not possible now; said instead of what goes with it. */
  hindrance?: string;
  isPending: boolean;
  onDelete: () => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Card title={title} about={hindrance ?? about}>
      <Button color="red" variant="outline" disabled={hindrance !== undefined} onClick={open}>
        {action}
      </Button>
      <Confirm
        opened={opened}
        title={title}
        action={action}
        name={name}
        isPending={isPending}
        onConfirm={onDelete}
        onClose={close}
      >
        {about}
      </Confirm>
    </Card>
  );
}
