// Makes certificate chains shaped like Apple's, with dates and a curve of choice, and signs with them.
import '../../../emulator/reflect.ts';
import { hash, KeyObject, sign, webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, Extension, X509CertificateGenerator } from '@peculiar/x509';

/** Apple's marks: "issues receipt signers" on the intermediate, "signs receipts" on the leaf. */
const MARKS = { intermediate: '1.2.840.113635.100.6.2.1', leaf: '1.2.840.113635.100.6.11.1' };
const NOTHING = Buffer.from([5, 0]);

type Part = 'leaf' | 'intermediate' | 'root';
type Dates = readonly [from: number, to: number];

interface Wishes {
  readonly dates?: Partial<Record<Part, Dates>>;
  readonly curve?: 'P-256' | 'P-384';
  readonly names?: Partial<Record<Part, string>>;
  /** The certificate that lacks its mark. */
  readonly unmarked?: keyof typeof MARKS;
}

export interface TestChain {
  /** SHA-256 of the root. */
  readonly root: string;
  /** Leaf, intermediate, root. */
  readonly x5c: readonly string[];
  /** A compact JWS; `header` replaces fields of its header. */
  sign(payload: object, header?: object): string;
}

const ALWAYS: Dates = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

const keysOf = (namedCurve: string) =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);

export async function makeChain(wishes: Wishes = {}): Promise<TestChain> {
  const { dates = {}, curve = 'P-256', names = {}, unmarked } = wishes;
  const keys = {
    root: await keysOf('P-384'),
    intermediate: await keysOf('P-384'),
    leaf: await keysOf(curve),
  };
  const certify = async (part: Part, issuer: Part, extensions: Extension[]) => {
    const [from, to] = dates[part] ?? ALWAYS;
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${names[part] ?? part}`,
      issuer: `CN=${names[issuer] ?? issuer}`,
      publicKey: keys[part].publicKey,
      signingKey: keys[issuer].privateKey,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-384' },
      notBefore: new Date(from),
      notAfter: new Date(to),
      extensions,
    });
    return certificate.toString('base64');
  };
  const markOf = (part: keyof typeof MARKS) =>
    part === unmarked ? [] : [new Extension(MARKS[part], false, NOTHING)];
  const root = await certify('root', 'root', [
    new BasicConstraintsExtension(true, undefined, true),
  ]);
  const intermediate = await certify('intermediate', 'root', [
    new BasicConstraintsExtension(true, 0, true),
    ...markOf('intermediate'),
  ]);
  const leaf = await certify('leaf', 'intermediate', [
    new BasicConstraintsExtension(false, undefined, true),
    ...markOf('leaf'),
  ]);
  const x5c = [leaf, intermediate, root];
  return {
    root: hash('sha256', Buffer.from(root, 'base64'), 'hex'),
    x5c,
    sign(payload, header = {}) {
      const content = `${encode({ alg: 'ES256', x5c, ...header })}.${encode(payload)}`;
      const key = KeyObject.from(keys.leaf.privateKey);
      const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
      return `${content}.${signature.toString('base64url')}`;
    },
  };
}

export const encode = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
