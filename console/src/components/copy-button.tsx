// Copies a text; also on plain http, where browsers have no clipboard for pages.
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { CopyIcon, DoneIcon } from './icons.tsx';
import { useMessages } from './messages.ts';

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

export function CopyButton({ text, withLabel = false }: { text: string; withLabel?: boolean }) {
  const say = useMessages();
  const [copied, setCopied] = useState(false);
  const label = copied ? say.copied : say.copy;
  const icon = copied ? <DoneIcon size={16} /> : <CopyIcon size={16} />;
  const copy = async () => {
    await copyText(text);
    setCopied(true);
  };
  const forget = () => setCopied(false);
  if (withLabel) {
    return (
      <Button variant="light" leftSection={icon} onClick={copy} onBlur={forget}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy} onBlur={forget}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
