// An RSA key with a certificate that it has signed itself.
import './reflect.ts';
import { createPrivateKey, type KeyObject, webcrypto } from 'node:crypto';

export interface CertifiedKey {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly certificate: string;
}

export async function newCertifiedKey(name: string): Promise<CertifiedKey> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  // Loaded with the first certificate: a start that knows its own makes none.
  const { X509CertificateGenerator } = await import('@peculiar/x509');
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    // Wide, so that no moved clock leaves it.
    notBefore: new Date('2000-01-01T00:00:00Z'),
    notAfter: new Date('2100-01-01T00:00:00Z'),
    signingAlgorithm: algorithm,
    keys,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { privateKey, certificate: certificate.toString('pem') };
}
