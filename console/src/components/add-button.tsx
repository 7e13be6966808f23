// The button that makes something new.
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { AddIcon } from './icons.tsx';

export function AddButton({
  label,
  to,
  onClick,
}: {
  label: string;
  /** The page where it is made; otherwise `onClick`. */
  to?: string;
  onClick?: () => void;
}) {
  const leftSection = <AddIcon size={16} />;
  return to === undefined ? (
    <Button leftSection={leftSection} onClick={onClick}>
      {label}
    </Button>
  ) : (
    <Button leftSection={leftSection} component={Link} to={to}>
      {label}
    </Button>
  );
}
