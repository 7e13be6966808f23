// A configuration file: projects with their apps and settings. What it does not name is left alone.
import { Type } from 'typebox';
import { AlertSettings } from '../alerts/settings.ts';
import { namedObject } from '../base/named.ts';
import { ConsentSwitch } from '../consent/settings.ts';
import { ActionSettings } from '../payment/actions/settings.ts';
import { AppealSettings } from '../restriction/appeals/operations.ts';
import { Appid, NewApp } from '../tenants/apps.ts';
import { GameIndex, Name } from '../tenants/projects.ts';
import { APP_KINDS } from './app-kinds.ts';
import type { Kind } from './kind.ts';
import { PROJECT_KINDS } from './project-kinds.ts';

const CLOSED = { additionalProperties: false };
const VERSION = 1;

/** The file's lists of these kinds, each of which may be missing. */
const listsOf = <Place>(kinds: readonly Kind<Place>[]) =>
  Object.fromEntries(kinds.map(({ section, item }) => [section, Type.Optional(Type.Array(item))]));

const AppPart = namedObject(
  'ConfigurationOfApp',
  {
    appid: Appid,
    name: Name,
    time_zone: NewApp.properties.time_zone,
    consent: Type.Optional(ConsentSwitch),
    ...listsOf(APP_KINDS),
  },
  CLOSED,
);

export const ProjectPart = namedObject(
  'ConfigurationOfProject',
  {
    game_index: GameIndex,
    name: Name,
    require_second_factor: Type.Optional(
      Type.Boolean({ description: 'Whether everyone in the project needs a second factor.' }),
    ),
    alert_settings: Type.Optional(
      Type.Partial(AlertSettings, { ...CLOSED, description: 'When alerts open.' }),
    ),
    appeal_settings: Type.Optional(
      Type.Partial(AppealSettings, { ...CLOSED, description: 'How appeals are treated.' }),
    ),
    action_settings: Type.Optional(
      Type.Partial(ActionSettings, {
        ...CLOSED,
        description: 'Who may act after the sale, and how much.',
      }),
    ),
    ...listsOf(PROJECT_KINDS),
    apps: Type.Optional(Type.Array(AppPart)),
  },
  CLOSED,
);

/** The lists stand beside these, under the names of their kinds. */
export interface AppPart {
  readonly appid: string;
  readonly name: string;
  readonly time_zone?: string;
  readonly consent?: ConsentSwitch;
}

export interface ProjectPart {
  readonly game_index: number;
  readonly name: string;
  readonly require_second_factor?: boolean;
  readonly alert_settings?: Partial<AlertSettings>;
  readonly appeal_settings?: Partial<AppealSettings>;
  readonly action_settings?: Partial<ActionSettings>;
  readonly apps?: readonly AppPart[];
}

export const ConfigurationDocument = Type.Object(
  {
    tollgate: Type.Literal(VERSION, { description: 'Version of the form of this file.' }),
    projects: Type.Array(ProjectPart, { minItems: 1 }),
  },
  CLOSED,
);

export interface ConfigurationDocument {
  readonly tollgate: typeof VERSION;
  readonly projects: readonly ProjectPart[];
}

/** The names of all lists, to choose some of them. */
export const SECTIONS: readonly string[] = [...PROJECT_KINDS, ...APP_KINDS].map(
  ({ section }) => section,
);

/** The list of a kind; undefined where the file does not name it. */
export const listOf = (part: object, { section }: Kind<never>): object[] | undefined =>
  (part as Record<string, object[] | undefined>)[section];

export const documentOf = (projects: readonly ProjectPart[]): ConfigurationDocument => ({
  tollgate: VERSION,
  projects,
});
