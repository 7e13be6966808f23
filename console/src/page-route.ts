// What a page says of itself: where it lies, what the navigation calls it, and where its code is.
import type { ComponentType } from 'react';
import type { Attention } from './attention.ts';
import type { Icon } from './components/icons.tsx';
import type { Label } from './i18n/messages.ts';
import type { Role } from './records.ts';

/** What the address of a page begins with. */
export const PREFIXES = {
  /** For everybody, without the frame of navigation. */
  open: '',
  /** For signed-in people. */
  installation: '',
  project: '/p/:gameIndex',
  app: '/a/:appid',
} as const;

/** Of the navigation, in its order. */
export const GROUPS = ['insight', 'players', 'sales', 'setup', 'installation'] as const;
export type Group = (typeof GROUPS)[number];

export interface PageRoute {
  readonly scope: keyof typeof PREFIXES;
  /** Below the prefix of the scope; may hold parameters, such as `/players/:playerId`. */
  readonly path: string;
  /** The address may name a tab of the page, as `:tab`. */
  readonly hasTabs?: true;
  /** Absent where another page leads to it. */
  readonly navigation?: {
    readonly group: Group;
    readonly label: Label;
    readonly icon: Icon;
    /** Who has the page in the navigation; absent: everybody. */
    readonly needs?: Role;
    /** How much there needs attention; `appid` is the app of the navigation. */
    readonly badge?: (attention: Attention, appid: string | undefined) => number;
  };
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}
