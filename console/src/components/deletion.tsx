// The end of a page: deletes what the page is about, once its name is typed.
import type { Action } from '../action.ts';
import { Card } from './card.tsx';
import { ConfirmButton } from './confirm.tsx';

export function Deletion<Made>({
  title,
  about,
  hindrance,
  ...deletion
}: Action<true, Made> & {
  title: string;
  /** What goes with it. */
  about: string;
  action: string;
  /** To be typed. */
  name: string;
  /** Why it is not possible now; said instead of what goes with it. */
  hindrance?: string;
}) {
  const button = { color: 'red', variant: 'outline', disabled: hindrance !== undefined };
  return (
    <Card title={title} about={hindrance ?? about}>
      <ConfirmButton button={button} title={title} {...deletion}>
        {about}
      </ConfirmButton>
    </Card>
  );
}
