// Starts an App Store for a test, with the official clients pointed at it.
import { after } from 'node:test';
import {
  AppStoreServerAPIClient,
  Environment,
  SignedDataVerifier,
} from '@apple/app-store-server-library';
import { createApple } from '../../emulator/apple/market.ts';
import { type EmulatorOptions, hostMarkets } from '../../emulator/host.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

interface Answer {
  status: number;
  body: Json;
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

const bundleId = 'com.tollgate.demo';
const appAppleId = 1_234_567_890;

export async function startAppStore(options: EmulatorOptions = {}) {
  const emulator = await hostMarkets([createApple], options);
  const url = await emulator.listen(0);
  after(() => emulator.close());

  const call: Call = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  /** A control call that is expected to succeed. */
  const control: (path: string, body?: unknown) => Promise<Json> = async (path, body) => {
    const answer = await call('POST', `/control${path}`, body ?? {});
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };

  const { apple: credentials } = (await call('GET', '/control/credentials')).body;
  const { apple: trust } = (await call('GET', '/control/trust')).body;
  const root = Buffer.from(trust.rootCertificatePem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

  const client = (environment: Environment, bundle = bundleId) => {
    const { privateKey, keyId, issuerId } = credentials;
    const made = new AppStoreServerAPIClient(privateKey, keyId, issuerId, bundle, environment);
    // The client has no option for the address.
    Object.assign(made, { urlBase: `${url}/apple/${environment.toLowerCase()}` });
    return made;
  };
  const verifier = (environment: Environment, bundle = bundleId) =>
    new SignedDataVerifier([root], false, environment, bundle, appAppleId);

  return {
    clock: emulator.world.clock,
    url,
    call,
    control,
    credentials,
    trust,
    client,
    production: client(Environment.PRODUCTION),
    sandbox: client(Environment.SANDBOX),
    verifier,
    verify: verifier(Environment.PRODUCTION),
    verifySandbox: verifier(Environment.SANDBOX),
  };
}

export type AppStore = Awaited<ReturnType<typeof startAppStore>>;
