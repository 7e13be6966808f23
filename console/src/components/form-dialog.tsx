// A dialog with a form in it: fields, and the button that sends them.
import { Modal, type ModalProps } from '@mantine/core';
import { ActionForm, type ActionFormProps } from './action-form.tsx';
import { useMessages } from './messages.ts';

interface FormDialogProps<Values extends object, Made> extends ActionFormProps<Values, Made> {
  readonly opened: boolean;
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** Whether a click beside the dialog leaves what was written. */
  readonly isLasting?: boolean;
  readonly onClose: () => void;
}

/** Closes once it is done; what was typed is then forgotten. */
export function FormDialog<Values extends object, Made>({
  opened,
  title,
  size,
  isLasting = false,
  onClose,
  after,
  ...form
}: FormDialogProps<Values, Made>) {
  const say = useMessages();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={!isLasting}
      closeButtonProps={{ 'aria-label': say.close }}
      {...(size !== undefined && { size })}
    >
      <ActionForm
        {...form}
        after={(made, fields) => {
          onClose();
          after?.(made, fields);
        }}
      />
    </Modal>
  );
}
