// Whether an app restricts players for withdrawn consent. Switching it on adds the ready restriction type.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { orNull } from '../base/shapes.ts';
import type { Types } from '../restriction/types.ts';
import { type AppContext, changeOfApp } from '../tenants/apps.ts';
import { CONSENT_TYPE } from './ready-type.ts';
import { findType } from './store.ts';

export const ConsentSwitch = namedObject(
  'ConsentSwitch',
  {
    restrict: Type.Boolean({
      description:
        'Restricts players whose consent was withdrawn until it is given again. Without it, the app server gets the events alone.',
    }),
  },
  { additionalProperties: false },
);
export type ConsentSwitch = Type.Static<typeof ConsentSwitch>;

export const ConsentSettings = namedObject('ConsentSettings', {
  ...ConsentSwitch.properties,
  block_type: orNull(Type.Integer(), 'The restriction type of these players.'),
  type_missing: Type.Optional(
    Type.Boolean({
      description:
        'True where the type was deleted: nobody is restricted. Switch it on again to add it again.',
    }),
  ),
});
export type ConsentSettings = Type.Static<typeof ConsentSettings>;

interface SettingsDeps extends AppContext {
  readonly restrictions: { readonly types: Types };
}

export async function readConsentSettings({
  context,
  app,
  restrictions,
}: SettingsDeps): Promise<ConsentSettings> {
  const { appid } = app;
  const { consent_type: type = null } = (await findType(context.storage.db, { appid })) ?? {};
  const settings = settingsOf(type);
  if (type === null) return settings;
  const known = await restrictions.types.all(app);
  const isThere = known.some(({ block_type }) => block_type === type);
  return isThere ? settings : { ...settings, type_missing: true };
}

export async function setConsentSettings(
  deps: SettingsDeps,
  actor: Actor,
  { restrict }: ConsentSwitch,
): Promise<ConsentSettings | Rejection> {
  const { context, app } = deps;
  const before = await readConsentSettings(deps);
  if (before.restrict === restrict && !before.type_missing) return before;
  const type = restrict ? await typeFor(deps, actor) : null;
  const outcome = await changeOfApp(context, actor, app.appid, async (tx) => {
    await tx
      .updateTable('app')
      .set({ consent_type: type })
      .where('appid', '=', app.appid)
      .execute();
    const after = settingsOf(type);
    return { value: after, action: 'consent.switch', target: 'consent', before, after };
  });
  return isRejection(outcome) ? outcome : settingsOf(type);
}

const settingsOf = (type: number | null): ConsentSettings => ({
  restrict: type !== null,
  block_type: type,
});

/** The one that the app has under its name, or a new one. Two who switch it on at once get the same. */
function typeFor({ app, restrictions }: SettingsDeps, actor: Actor): Promise<number> {
  return restrictions.types.importing(app, actor, async (registered, add) => {
    const known = registered.find(isConsentType) ?? (await add(CONSENT_TYPE));
    return known.block_type;
  });
}

const isConsentType = ({ type_status, type_en_name }: typeof CONSENT_TYPE): boolean =>
  type_status === CONSENT_TYPE.type_status && type_en_name === CONSENT_TYPE.type_en_name;
