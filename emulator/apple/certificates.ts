// Issues certificates shaped like Apple's: a root, an intermediate and a leaf that signs receipts.
import '../reflect.ts';
import { createPrivateKey, createPublicKey, KeyObject, webcrypto } from 'node:crypto';
import type { Extension } from '@peculiar/x509';

/** Apple's marks: "issues receipt signers" on the intermediate, "signs receipts" on the leaf. */
const intermediateMark = '1.2.840.113635.100.6.2.1';
const leafMark = '1.2.840.113635.100.6.11.1';
const ocspSigning = '1.3.6.1.5.5.7.3.9';
const asn1Null = Buffer.from([5, 0]);

/** Loaded with the first certificate: a start that knows its own makes none. */
const library = () => import('@peculiar/x509');

const yearMs = 365.25 * 24 * 3_600_000;

interface Identity {
  name: string;
  keys: webcrypto.CryptoKeyPair;
}

/** What a forged chain gets wrong. */
interface ChainFlaws {
  withoutLeafMark?: boolean;
  withoutIntermediateMark?: boolean;
  /** The intermediate is not a certificate authority. */
  intermediateNotCa?: boolean;
  expired?: boolean;
  /** Of the leaf: P-384, which ES256 does not allow. */
  otherCurve?: boolean;
}

export interface Chain {
  /** Leaf, intermediate, root: base64 DER, as in a JWS header. */
  readonly x5c: readonly string[];
  readonly leafKey: KeyObject;
  /** Who answers for the leaf and the intermediate; missing in the files of earlier releases. */
  readonly responders?: readonly Responder[];
}

/** Signs what is said of one certificate. */
export interface Responder {
  readonly part: 'leaf' | 'intermediate';
  /** Base64 DER. */
  readonly certificate: string;
  readonly issuer: string;
  /** Made by the issuer for this. */
  readonly delegate: string;
  readonly key: KeyObject;
}

export interface Authority {
  readonly chain: Chain;
  /** Another chain under the same root. */
  issue(flaws: ChainFlaws): Promise<Chain>;
  exportState(): unknown;
}

/** Dates are wide and in real time, so that receipts verify however far the emulated clock is moved. */
export async function createAuthority(): Promise<Authority> {
  const root = await identity(
    'CN=Emulated Apple Root CA - G3, O=Tollgate Market Emulator',
    'P-384',
  );
  const { BasicConstraintsExtension } = await library();
  const ca = new BasicConstraintsExtension(true, undefined, true);
  const rootDer = await certify(root, root, validFor(false), [ca]);
  return authorityOf(root, rootDer, await issueUnder(root, rootDer, {}));
}

interface AuthorityState {
  rootName: string;
  rootKey: string;
  leafKey: string;
  x5c: string[];
  responders?: (Omit<Responder, 'key'> & { key: string })[];
}

export function importAuthority(state: unknown): Authority {
  const { rootName, rootKey, leafKey, x5c, responders = [] } = state as AuthorityState;
  const root = { name: rootName, keys: importKeys(rootKey, 'P-384') };
  const leaf = importKeys(leafKey, 'P-256');
  const rootDer = x5c[2];
  if (x5c.length !== 3 || rootDer === undefined)
    throw new Error('x5c must hold three certificates.');
  return authorityOf(root, rootDer, {
    x5c,
    leafKey: KeyObject.from(leaf.privateKey),
    responders: responders.map((each) => ({
      ...each,
      key: KeyObject.from(importKeys(each.key, 'P-384').privateKey),
    })),
  });
}

function authorityOf(root: Identity, rootDer: string, chain: Chain): Authority {
  return {
    chain,
    issue: (flaws) => issueUnder(root, rootDer, flaws),
    exportState() {
      const exported: AuthorityState = {
        rootName: root.name,
        rootKey: pkcs8(KeyObject.from(root.keys.privateKey)),
        leafKey: pkcs8(chain.leafKey),
        x5c: [...chain.x5c],
        responders: (chain.responders ?? []).map((each) => ({ ...each, key: pkcs8(each.key) })),
      };
      return exported;
    },
  };
}

async function issueUnder(root: Identity, rootDer: string, flaws: ChainFlaws): Promise<Chain> {
  const { BasicConstraintsExtension, ExtendedKeyUsageExtension, Extension } = await library();
  const noAuthority = new BasicConstraintsExtension(false, undefined, true);
  const intermediate = await identity(
    'CN=Emulated Worldwide Developer Relations CA, OU=G6, O=Tollgate Market Emulator',
    'P-384',
  );
  const leaf = await identity(
    'CN=Emulated Store Receipt Signing, O=Tollgate Market Emulator',
    flaws.otherCurve ? 'P-384' : 'P-256',
  );
  const validity = validFor(flaws.expired ?? false);
  const intermediateDer = await certify(intermediate, root, validity, [
    flaws.intermediateNotCa ? noAuthority : new BasicConstraintsExtension(true, 0, true),
    ...(flaws.withoutIntermediateMark ? [] : [new Extension(intermediateMark, false, asn1Null)]),
  ]);
  const leafDer = await certify(leaf, intermediate, validity, [
    noAuthority,
    ...(flaws.withoutLeafMark ? [] : [new Extension(leafMark, false, asn1Null)]),
  ]);
  const respond = async (
    part: Responder['part'],
    [certificate, issuerDer]: readonly [string, string],
    issuer: Identity,
  ): Promise<Responder> => {
    const responder = await identity(
      'CN=Emulated OCSP Responder, O=Tollgate Market Emulator',
      'P-384',
    );
    const delegate = await certify(responder, issuer, validFor(false), [
      noAuthority,
      new ExtendedKeyUsageExtension([ocspSigning]),
    ]);
    const key = KeyObject.from(responder.keys.privateKey);
    return { part, certificate, issuer: issuerDer, delegate, key };
  };
  return {
    x5c: [leafDer, intermediateDer, rootDer],
    leafKey: KeyObject.from(leaf.keys.privateKey),
    responders: [
      await respond('leaf', [leafDer, intermediateDer], intermediate),
      await respond('intermediate', [intermediateDer, rootDer], root),
    ],
  };
}

function validFor(expired: boolean) {
  const now = Date.now();
  return {
    notBefore: new Date(now - 20 * yearMs),
    notAfter: new Date(now + (expired ? -19 : 30) * yearMs),
  };
}

async function certify(
  subject: Identity,
  issuer: Identity,
  validity: { notBefore: Date; notAfter: Date },
  extensions: Extension[],
): Promise<string> {
  const { X509CertificateGenerator } = await library();
  const certificate = await X509CertificateGenerator.create({
    subject: subject.name,
    issuer: issuer.name,
    publicKey: subject.keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-384' },
    extensions,
    ...validity,
  });
  return certificate.toString('base64');
}

async function identity(name: string, namedCurve: 'P-256' | 'P-384'): Promise<Identity> {
  const algorithm = { name: 'ECDSA', namedCurve };
  return { name, keys: await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) };
}

const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** By their text: a state is imported more than once, and keys take longer than all the rest of it. */
const imported = new Map<string, webcrypto.CryptoKeyPair>();

function importKeys(base64: string, namedCurve: 'P-256' | 'P-384'): webcrypto.CryptoKeyPair {
  const keys = imported.get(base64) ?? readKeys(base64, namedCurve);
  imported.set(base64, keys);
  return keys;
}

function readKeys(base64: string, namedCurve: 'P-256' | 'P-384'): webcrypto.CryptoKeyPair {
  const privateObject = createPrivateKey({
    key: Buffer.from(base64, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const algorithm = { name: 'ECDSA', namedCurve };
  return {
    privateKey: privateObject.toCryptoKey(algorithm, true, ['sign']),
    publicKey: createPublicKey(privateObject).toCryptoKey(algorithm, true, ['verify']),
  };
}
