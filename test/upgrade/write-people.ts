// Writes console accounts: an owner with a second factor, members with roles, invitations.
import { createHmac } from 'node:crypto';
import type { Gate } from './gate.ts';
import { type Answer, expectStatus, type Headers, type Json, send } from './wire.ts';
import type { People, Person } from './world.ts';
import { DRAGONS_PROJECT } from './write-apps.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const PASSWORD = 'correct horse battery staple';

/** A browser that is signed in. */
export const session = ({ cookie, csrf }: { cookie: string; csrf: string }): Headers => ({
  cookie,
  'x-tollgate-csrf': csrf,
  ...SAME_ORIGIN,
});

export const signIn = (url: string, who: object): Promise<Answer> =>
  send('POST', `${url}/admin/v1/session`, who, SAME_ORIGIN);

export function acceptInvitation(url: string, token: string, password: string): Promise<Answer> {
  return send('POST', `${url}/admin/v1/invitations/accept`, { token, password }, SAME_ORIGIN);
}

/** RFC 6238, as an authenticator app does it. */
export function totpCode(secret: string, now: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((each) => letters.indexOf(each).toString(2).padStart(5, '0'));
  const key = Buffer.from(
    (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest.at(-1) as number) & 0x0f;
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

export async function writePeople(gate: Gate): Promise<{ owner: Person; operator: Person }> {
  const { url } = gate;
  const owner = { email: `owner@${gate.name}.example`, password: PASSWORD };
  await accept(gate, await gate.admin('POST', '/invitations', { email: owner.email }), owner);
  const signedIn = await signIn(url, owner);
  const browser = session({ cookie: signedIn.cookie, csrf: signedIn.body.csrf });
  const asOwner = (method: string, path: string, body?: object, status = 200): Promise<Json> =>
    expectStatus(status, send(method, `${url}/admin/v1${path}`, body, browser));
  const invitations = `/projects/${DRAGONS_PROJECT}/invitations`;
  const members: Record<string, Person> = {};
  for (const role of ['viewer', 'operator', 'admin', 'owner']) {
    const person = {
      email: `project-${role}@${gate.name}.example`,
      password: `${PASSWORD} of ${role}`,
    };
    const invited = await asOwner('POST', invitations, { email: person.email, role }, 201);
    await accept(gate, invited, person);
    members[role] = person;
  }
  const path = `/projects/${DRAGONS_PROJECT}/members`;
  const { items } = await asOwner('GET', path);
  const idOf = (role: string): string =>
    items.find((each: Json) => each.email === members[role]?.email).account_id;
  await asOwner('PATCH', `${path}/${idOf('viewer')}`, { role: 'operator' });
  await asOwner('DELETE', `${path}/${idOf('admin')}`, undefined, 204);
  const withdrawn = await asOwner(
    'POST',
    invitations,
    { email: 'withdrawn@example.com', role: 'viewer' },
    201,
  );
  await asOwner('DELETE', `${invitations}/${withdrawn.invitation_id}`, undefined, 204);
  await expectStatus(401, signIn(url, { ...owner, password: 'not the password' }));
  return { owner, operator: members.operator as Person };
}

async function accept(gate: Gate, invited: Json, { password }: Person): Promise<void> {
  await expectStatus(200, acceptInvitation(gate.url, tokenOf(invited), password));
}

const tokenOf = (invited: Json): string => invited.link.split('#')[1];

/** Invitations last seven days, so those that wait are written late. */
export async function writePeopleLate(
  gate: Gate,
  { owner, operator }: { owner: Person; operator: Person },
  now: () => number,
): Promise<People> {
  const { url } = gate;
  const signedIn = await signIn(url, owner);
  const { cookie } = signedIn;
  const csrf: string = signedIn.body.csrf;
  const asOwner = (path: string, body: object, status: number): Promise<Json> =>
    expectStatus(status, send('POST', `${url}/admin/v1${path}`, body, session({ cookie, csrf })));
  const { password } = owner;
  const { secret } = await asOwner('/session/totp', { password }, 201);
  const code = totpCode(secret, now());
  const { recovery_codes } = await asOwner('/session/totp/confirm', { code }, 200);
  const email = `invited@${gate.name}.example`;
  const invited = await asOwner(
    `/projects/${DRAGONS_PROJECT}/invitations`,
    { email, role: 'viewer' },
    201,
  );
  await asOwner('/invitations', { email: `second-owner@${gate.name}.example` }, 201);
  return {
    owner: { ...owner, totpSecret: secret, recoveryCodes: recovery_codes, cookie, csrf },
    operator,
    invitation: { email, token: tokenOf(invited) },
  };
}
