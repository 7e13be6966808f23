// A text with a limit in bytes, which players' languages use up at different speeds.
import { Text, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useMessages } from './messages.ts';

const encoder = new TextEncoder();
export const byteLength = (text: string): number => encoder.encode(text).length;

type Shared = 'label' | 'description' | 'error' | 'required' | 'placeholder' | 'readOnly';

/** Takes what `form.getInputProps` gives. */
export interface BytesInputProps extends Pick<TextInputProps, Shared | 'lang' | 'dir'> {
  readonly value?: string;
  readonly onChange: (value: string) => void;
  readonly most: number;
  /** Several lines. */
  readonly multiline?: boolean;
}

export function BytesInput({
  most,
  value = '',
  onChange,
  error,
  multiline = false,
  dir = 'auto',
  ...rest
}: BytesInputProps) {
  const say = useMessages();
  const used = byteLength(value);
  const isOver = used > most;
  const shared = {
    ...rest,
    // On the field itself: the library would put it around it, where `auto` sees no text.
    attributes: { input: { dir } },
    value,
    error: error ?? (isOver ? say.tooLong(used - most, most) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div>
      {multiline ? <Textarea autosize minRows={3} {...shared} /> : <TextInput {...shared} />}
      <Text size="xs" c={isOver ? 'var(--mantine-color-error)' : 'dimmed'} ta="right" mt={2}>
        {say.bytes(used, most)}
      </Text>
    </div>
  );
}
