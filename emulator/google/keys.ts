// Google's keys: the app's licence key, the key of the push tokens with its certificate, service accounts.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { newCertifiedKey } from '../certified-key.ts';

export interface ServiceAccount {
  readonly email: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
  /** The packages it may see; all when absent. */
  readonly packageNames: readonly string[] | undefined;
}

export interface Keys {
  licence: KeyObject;
  push: { keyId: string; privateKey: KeyObject; certificate: string };
  /** By e-mail; the first has rights to everything. */
  accounts: Map<string, ServiceAccount>;
}

export interface KeysState {
  licence: string;
  push: { privateKey: string; certificate: string };
  accounts: { email: string; privateKey: string; packageNames?: readonly string[] }[];
}

const domain = 'tollgate-emulator.iam.gserviceaccount.com';
export const pushEmail = `play-notifications@${domain}`;

export async function createKeys(): Promise<Keys> {
  const [licence, push, account] = await Promise.all([
    newRsaKey(),
    newCertifiedKey('federated-signon.tollgate-emulator'),
    newServiceAccount('tollgate', undefined),
  ]);
  const { privateKey, certificate } = push;
  return {
    licence,
    push: certified(privateKey, certificate),
    accounts: new Map([[account.email, account]]),
  };
}

export async function newRsaKey(): Promise<KeyObject> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return pair.privateKey;
}

export async function newServiceAccount(
  name: string,
  packageNames: readonly string[] | undefined,
): Promise<ServiceAccount> {
  return serviceAccount(`${name}@${domain}`, await newRsaKey(), packageNames);
}

function serviceAccount(
  email: string,
  privateKey: KeyObject,
  packageNames: readonly string[] | undefined,
): ServiceAccount {
  return { email, keyId: keyIdOf(publicDer(privateKey)), privateKey, packageNames };
}

/** The file that the Google Cloud console hands out for a service account. */
export function serviceAccountFile({ email, keyId, privateKey }: ServiceAccount, baseUrl: string) {
  return {
    type: 'service_account',
    project_id: 'tollgate-emulator',
    private_key_id: keyId,
    private_key: pem(privateKey),
    client_email: email,
    client_id: BigInt(`0x${keyId.slice(0, 16)}`).toString(),
    token_uri: `${baseUrl}/google/token`,
    auth_provider_x509_cert_url: `${baseUrl}/google/oauth2/v1/certs`,
  };
}

/** The licence key as the Play Console shows it. */
export function licenceKeyText({ licence }: Keys): string {
  return publicDer(licence).toString('base64');
}

export function exportKeys({ licence, push, accounts }: Keys): KeysState {
  return {
    licence: pem(licence),
    push: { privateKey: pem(push.privateKey), certificate: push.certificate },
    accounts: Array.from(accounts.values(), ({ email, privateKey, packageNames }) => ({
      email,
      privateKey: pem(privateKey),
      ...(packageNames && { packageNames }),
    })),
  };
}

export function importKeys({ licence, push, accounts }: KeysState): Keys {
  return {
    licence: createPrivateKey(licence),
    push: certified(createPrivateKey(push.privateKey), push.certificate),
    accounts: new Map(
      accounts.map(({ email, privateKey, packageNames }) => [
        email,
        serviceAccount(email, createPrivateKey(privateKey), packageNames),
      ]),
    ),
  };
}

function certified(privateKey: KeyObject, certificate: string): Keys['push'] {
  return { keyId: keyIdOf(certificate), privateKey, certificate };
}

function publicDer(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
}

function pem(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function keyIdOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 40);
}
