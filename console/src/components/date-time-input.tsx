// A moment on the clock of the app: `YYYY-MM-DD HH:mm:ss`, as the service reads dates of restrictions.
import { Input, type InputWrapperProps } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useMessages } from './messages.ts';

export interface DateTimeInputProps
  extends Pick<InputWrapperProps, 'label' | 'error' | 'required'> {
  /** `YYYY-MM-DD HH:mm:ss`, or empty; takes what `form.getInputProps` gives. */
  readonly value?: string;
  readonly onChange: (value: string) => void;
  readonly timeZone: string;
  readonly disabled?: boolean;
}

export function DateTimeInput({
  value = '',
  onChange,
  timeZone,
  disabled,
  ...wrapper
}: DateTimeInputProps) {
  const say = useMessages();
  const id = useId();
  return (
    <Input.Wrapper {...wrapper} id={id} description={say.zone(timeZone)}>
      <Input
        id={id}
        type="datetime-local"
        step={1}
        disabled={disabled}
        value={value.replace(' ', 'T')}
        onChange={(event) => onChange(toWall(event.currentTarget.value))}
      />
    </Input.Wrapper>
  );
}

/** Browsers leave out seconds that are zero. */
function toWall(typed: string): string {
  return typed === '' ? '' : `${typed}:00`.slice(0, 19).replace('T', ' ');
}
